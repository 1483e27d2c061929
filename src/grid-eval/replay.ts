import { Episode } from "../grid/episode.js";
import type { Scenario, StepResult } from "../grid/types.js";
import type { StepLine } from "./records.js";
import { sightOf } from "./sight.js";
import type { Sight } from "./types.js";

/** A turn as it was played, with what the newcomer saw before it. */
export interface PlayedTurn {
  episode: Episode;
  /** null while the newcomer was away */
  sight: Sight | null;
  line: StepLine | undefined;
  result: StepResult;
}

/**
 * Plays an episode again by the newcomer's logged actions; everybody else follows from the scenario.
 * @param visit called after each turn with the state before it already gone; `begin` sees the state before it
 */
export function replayEpisode(
  scenario: Scenario,
  steps: readonly StepLine[],
  visit: (turn: PlayedTurn) => void,
  begin: (episode: Episode) => void = () => {},
): Episode {
  const lines = new Map(steps.map((line) => [line.turn, line]));
  const episode = new Episode(scenario);
  while (episode.over === null) {
    begin(episode);
    const sight = sightOf(episode);
    const line = lines.get(episode.state.turn);
    const result = episode.step(episode.newcomer ? (line?.action ?? "WAIT") : undefined);
    visit({ episode, sight, line, result });
  }
  return episode;
}
