import { Episode } from "../grid/episode.js";
import { normOf } from "../grid/norms/index.js";
import type { Group, Scenario, StepResult } from "../grid/types.js";
import { Onlooker } from "../grid-pictures/index.js";
import type { AnswerLine, EpisodeRecord, PhaseName, StepLine } from "./records.js";
import { isAutomatic, sightOf, stageOf } from "./sight.js";
import { Tally } from "./tally.js";
import type { Answer, Belief, Mind, Player } from "./types.js";

export interface PlayOptions {
  /** answers of an earlier process, by turn: they are taken instead of asking again */
  known?: ReadonlyMap<number, AnswerLine>;
  /** called with each new answer before it is acted on */
  onAnswer?(line: AnswerLine): void;
  /** looked at before each turn; true stops the episode where it is */
  stopped?(): boolean;
}

export interface Played {
  record: EpisodeRecord;
  answers: AnswerLine[];
  steps: StepLine[];
}

const WAITING: Answer = { action: "WAIT", outcome: "ok" };

/**
 * Plays an episode to its end. With the same scenario, the same newcomer and the answers so far it comes to the
 * same state, so that an episode that was broken off goes on where it stood.
 * @returns null when it was stopped
 * @throws NoAnswer when a model could not be asked
 */
export async function playEpisode(
  scenario: Scenario,
  player: Player,
  options: PlayOptions = {},
): Promise<Played | null> {
  const episode = new Episode(scenario, "scripted" in player ? player.scripted : null);
  const mind = "mind" in player ? player.mind(stageOf(episode)) : null;
  const tally = new Tally(scenario);
  const answers: AnswerLine[] = [];
  const onlooker = new Onlooker(scenario.layout);
  let belief: Belief | null = null;
  while (episode.over === null) {
    if (options.stopped?.()) return null;
    // the onlooker must see every turn: it remembers which way people look
    const frame = mind ? onlooker.frame(episode.state) : null;
    const sight = sightOf(episode);
    let automatic = false;
    let answer: Answer | undefined;
    if (sight && mind) {
      mind.see(sight, () => frame!);
      automatic = isAutomatic(sight, stageOf(episode));
      answer = automatic ? WAITING : await answerOf(episode, mind, options, answers);
      mind.took(sight, answer, automatic);
      belief = answer.belief ?? belief;
    }
    tally.before(episode.state);
    const result = episode.step(answer?.action);
    tally.after(result, automatic);
    if (mind) feel(mind, result);
  }
  return { record: finish(scenario, tally, answers, belief), answers, steps: tally.steps };
}

function feel(mind: Mind, { turn, agents }: StepResult): void {
  const self = agents.find((a) => a.slot === 0);
  if (!self) return;
  const { sanction: sanctioned, displaced, reward } = self;
  mind.felt({ turn, sanctioned, displaced, reward, gone: self.leg === 2 });
}

async function answerOf(
  episode: Episode,
  mind: Mind,
  options: PlayOptions,
  answers: AnswerLine[],
): Promise<Answer> {
  const { turn } = episode.state;
  const known = options.known?.get(turn);
  if (known) {
    answers.push(known);
    return known;
  }
  const sight = sightOf(episode)!;
  const answer = await mind.decide(sight);
  const line: AnswerLine = { type: "answer", episode: episode.scenario.id, turn, ...answer };
  options.onAnswer?.(line);
  answers.push(line);
  return answer;
}

function finish(
  scenario: Scenario,
  tally: Tally,
  answers: readonly AnswerLine[],
  belief: Belief | null,
): EpisodeRecord {
  const { id, norm, layout, seed, habit, phase, slots } = scenario;
  const outcomes: Record<string, number> = {};
  for (const { outcome } of answers) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    schemaVersion: 1,
    id,
    norm,
    family: normOf(norm).family,
    phase: phase as PhaseName,
    layout,
    seed,
    group: slots[0]?.first.group as Group,
    habit: habit ?? null,
    ...tally.totals(),
    answers: outcomes,
    belief: phase === "interaction" ? belief : null,
    scenario,
  };
}
