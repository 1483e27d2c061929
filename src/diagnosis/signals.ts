import { parsePlan } from "../actions/index.js";
import { taskCues } from "../prompts/goal.js";
import { fillSlots } from "../prompts/pack.js";
import { recogniseIntents } from "../world/speech.js";
import type { PlannedAction, TraceEvent } from "../world/types.js";
import type { FailedCase } from "./case.js";

/** Signs that the rules read off a case (docs/diagnosis.md). All of them come from answers, trace and episode. */
export interface Signals {
  /** the planner's own words speak of the rule; the words that do */
  recognised: string[];
  /** the answers hold a step that only norm-aware plans have */
  attempted: boolean;
  /** such a step, at another target or in another place */
  attemptedElsewhere: boolean;
  /** the answers hold the step that reaches for the goal */
  reachedForGoal: boolean;
  /** trace events of actions that failed because the thing was not what the planner took it for */
  groundingFaults: number[];
  /** trace events of other failed actions */
  otherFailures: number[];
  /** the planner says that what shows the rule is not there */
  deniedEvidence: string | null;
  /** a certain event broke the norm; left undone, none did */
  brokeNorm: boolean;
  /** no answer could be read */
  unreadable: boolean;
  /** no action was carried out */
  idle: boolean;
}

/** Failures that say: the planner took a thing for what it is not, or named one that is not there. */
const GROUNDING_CODES = new Set([
  "unknown_object",
  "ambiguous_object",
  "not_visible",
  "not_pickable",
  "not_sittable",
  "not_a_door",
  "not_edible",
  "target_not_person",
  "wrong_tool",
]);

/** Words too common to point at a rule. */
const COMMON = new Set(
  `a an and any are as at be been before begin being by can could did do does each else every everybody for from get go goes
  had has have here his her how if in into is it its keep kept let like look may me mind more most must my near need no not
  nobody nothing now of off on one only onto or other others our out over people person place places should since so some
  someone somebody something still than that the their them then there these they thing things think this those through to
  too towards under until up upon use used using very want was way were what when where which who whoever whose why will
  with without would you your yourself rule rules ask asks asked social everyday life norm norms example taken give given
  thought expect stood stand standing front see seen look looks going doing make made walk walks walking stands sit own way talk let`.split(
    /\s+/,
  ),
);

const words = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}]+/gu) ?? []).filter((w) => w.length > 2 && !COMMON.has(w));

/** A word without its commonest endings: "queueing" and "queued" count as one. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(ing|ed|en|es|s|ly)$/, "").replace(/e$/, "") : word;

/** Words that people use for these rules beside those of the cue texts. */
const RULE_WORDS: Readonly<Record<string, string>> = {
  road_crossing: "crosswalk zebra crossing traffic jaywalk pedestrian",
  queue_waiting: "queue line turn served wait cut patient",
  avoiding_interruption: "interrupt conversation talking disturb busy chatting free",
  giving_way: "excuse polite bump squeeze push past block",
  approaching_before_talking: "approach closer shout walk distance",
  turning_off_faucets: "running waste turn close shut water",
  returning_shared_objects: "return back original rack tidy shared",
  washing_used_dishes: "wash dirty dish plate clean",
  avoiding_private_rooms: "private permission privacy bedroom allowed leave",
  respecting_belongings: "permission owner belong host allowed offer",
  giving_priority_to_elder: "elder older offer priority seat",
};

/** Stems that speak of the rule and not of the goal. A category cue names a domain: its words show no rule. */
function ruleStems({ pack, episode, goal, task }: FailedCase): Set<string> {
  const said = fillSlots(taskCues(pack, episode.task).specific, episode);
  const out = new Set(words(`${said} ${RULE_WORDS[task.id] ?? ""}`).map(stem));
  for (const word of words(goal)) out.delete(stem(word));
  return out;
}

/** Stems that only name what is in view: whoever says "plate" or "the tap is running" need not know a rule. */
function sightStems({ pack, episode }: FailedCase): Set<string> {
  const names = episode.entities.map((e) => e.name).join(" ");
  const seen = fillSlots(taskCues(pack, episode.task).evidence, episode);
  return new Set(words(`${names} ${seen}`).map(stem));
}

/** A sentence that says what ought to be, is allowed, or is polite. "I don't have to" says no such thing. */
const OUGHT =
  /(?<!n['’]t |not )\b(must(n['’]t)?|should(n['’]t)?|ought|have to|has to|supposed to|can['’]t|cannot|may not|allowed|permi(t|tted|ssion)|forbidden|(im)?polite\w*|rude|courte\w+|respect\w*|(im)?proper|appropriate|etiquette|manners|(un)?fair|considerate|careful|attention|rules?|social)\b/i;

/** The words that show that it knew the rule: of the rule itself, or of what is in view where duty is spoken of. */
function recognisedWords(failed: FailedCase, said: string): string[] {
  const rule = ruleStems(failed);
  const sight = sightStems(failed);
  const found = said
    .split(SENTENCE_END)
    .flatMap((sentence) =>
      words(sentence).filter(
        (w) => rule.has(stem(w)) && (!sight.has(stem(w)) || OUGHT.test(sentence)),
      ),
    );
  return [...new Set(found)];
}

const SENTENCE_END = /(?<=[.!?;])\s+|\n+/;

/** "no one", "not there", "cannot see", "is clear": a denial of what is to be seen, and none of what is allowed. */
const DENIAL =
  /\b(no|nobody|no one|nothing|none|no longer|(?:is not|are not|isn['’]?t|aren['’]?t|['’]s not) (?:there|here|visible|around)|(?:is|are|['’]s|looks?|seems?) (?:\w+ )?(?:empty|clear)|(?:can|could|do|does)(?:n['’]t| ?not) see|right beside)\b/i;

/** Said of people at large: nobody is there, or none who is in the way or waits. */
const NOBODY_THERE =
  /\b(nobody|no one|no people|no person|no other people)\b[^.,;]{0,25}\b(here|there|around|near\w*|in the way|in front|ahead|in line|waiting|visible)\b/i;

/** "They are not lined up": the word that is denied. */
const NOT_SO = /\b(?:is|are|was|were)(?: not|n['’]t) (?:\w+ )?(\w+)/gi;

/** A sentence that denies what is there to be seen: a denial near a word of the evidence. */
function denial(said: string, failed: FailedCase): string | null {
  const evidence = evidenceStems(failed);
  const sight = sightStems(failed);
  const people = failed.episode.entities.some(
    (e) => failed.episode.evidence.includes(e.id) && e.kind === "person",
  );
  for (const sentence of said.split(/(?<=[.!?;,])\s+|\n+/)) {
    if (people && NOBODY_THERE.test(sentence)) return sentence.trim();
    if ([...sentence.matchAll(NOT_SO)].some((m) => m[1] && sight.has(stem(m[1].toLowerCase()))))
      return sentence.trim();
    const at = DENIAL.exec(sentence);
    if (!at) continue;
    const near = sentence.slice(at.index, at.index + 60);
    const sees = /\b(see|seen|visible|there|around|any|here|look\w*|empty|waiting|is|are)\b/i;
    if (sees.test(sentence) && words(near).some((w) => evidence.has(stem(w))))
      return sentence.trim();
  }
  return null;
}

/** What the evidence is called: names of its things, and the nouns of the evidence cue. */
function evidenceStems({ pack, episode, goal }: FailedCase): Set<string> {
  const names = episode.entities.filter((e) => episode.evidence.includes(e.id)).map((e) => e.name);
  const cue = fillSlots(taskCues(pack, episode.task).evidence, episode);
  const out = new Set(
    words(`${names.join(" ")} ${cue} ${RULE_WORDS[episode.task] ?? ""} man woman people`).map(stem),
  );
  for (const word of ["people", "nobody", "anyone", "anybody", "owner"]) out.add(stem(word));
  for (const word of words(goal)) out.delete(stem(word));
  return out;
}

const targetOf = (step: PlannedAction): string =>
  ["object_id", "target_id", "component_id", "dirt_id", "container_id"]
    .map((key) => step.parameters[key])
    .find((v): v is string => typeof v === "string") ?? "";
const keyOf = (step: PlannedAction): string => `${step.action} ${targetOf(step)}`;

/** Every step that was answered, carried out or not. */
function answered({ sample }: FailedCase): PlannedAction[] {
  return sample.turns.flatMap((t) => {
    if (t.plan) return t.plan as PlannedAction[];
    const parsed = t.raw === null ? null : parsePlan(t.raw);
    return parsed?.ok ? (parsed.actions as PlannedAction[]) : [];
  });
}

/** What the planner said for itself: its thoughts, its spoken words, and text around the plan. */
function ownWords({ sample }: FailedCase, steps: readonly PlannedAction[]): string {
  const thoughts = steps.map((s) => s.think);
  const spoken = steps.map((s) => s.parameters.content).filter((c) => typeof c === "string");
  const prose = sample.turns.map((t) => (t.raw === null ? "" : outsideJson(t.raw)));
  return [...thoughts, ...spoken, ...prose].join("\n");
}

/** What stands before the first and after the last bracket of an answer. */
function outsideJson(raw: string): string {
  const first = raw.search(/[[{]/);
  const last = Math.max(raw.lastIndexOf("]"), raw.lastIndexOf("}"));
  return first === -1 ? raw : `${raw.slice(0, first)}\n${raw.slice(last + 1)}`;
}

/** Do the words of a step ask for what some norm-aware plan asks for? Any word will not do. */
function saysAlike(step: PlannedAction, aware: readonly PlannedAction[]): boolean {
  const intents = (s: PlannedAction): string[] =>
    typeof s.parameters.content === "string"
      ? recogniseIntents(s.parameters.content).filter((i) => i !== "greet")
      : [];
  const meant = new Set(aware.flatMap(intents));
  return intents(step).some((intent) => meant.has(intent));
}

export function readSignals(failed: FailedCase): Signals {
  const { sample, episode } = failed;
  const steps = answered(failed);
  const said = ownWords(failed, steps);
  const recognised = recognisedWords(failed, said);

  const blind = episode.plans.blind.map(keyOf);
  const aware = episode.plans.aware.flatMap((a) => a.plan).filter((s) => !blind.includes(keyOf(s)));
  const exact = new Set(aware.map(keyOf));
  const kinds = new Set(
    aware.map((s) => s.action).filter((a) => !blind.some((b) => b.startsWith(`${a} `))),
  );
  const asAware = steps.filter((s) => s.action !== "speak_to" || saysAlike(s, aware));
  const attempted = asAware.some((s) => exact.has(keyOf(s)));
  const attemptedElsewhere =
    !attempted && asAware.some((s) => kinds.has(s.action) && s.action !== "move_to_object");
  const goalStep = episode.plans.blind.at(-1);
  const goalSteps = new Set([
    ...(goalStep ? [keyOf(goalStep)] : []),
    ...episode.plans.aware.flatMap((a) => (a.plan.length > 0 ? [keyOf(a.plan.at(-1)!)] : [])),
  ]);
  const onlyGoal = goalStep ? keyOf(goalStep) : "";

  const events = sample.trace as unknown as TraceEvent[];
  const failures = events.filter((e) => e.type === "failed");
  const grounding = failures.filter((e) => e.type === "failed" && GROUNDING_CODES.has(e.code));
  return {
    recognised,
    attempted,
    attemptedElsewhere,
    reachedForGoal: steps.some(
      (s) => keyOf(s) === onlyGoal || (goalSteps.has(keyOf(s)) && !exact.has(keyOf(s))),
    ),
    groundingFaults: grounding.map((e) => e.i),
    otherFailures: failures.filter((e) => !grounding.includes(e)).map((e) => e.i),
    deniedEvidence: denial(said, failed),
    brokeNorm: !sample.norm.ok && sample.norm.at !== null,
    unreadable: sample.turns.every((t) => t.plan === null),
    idle: sample.actionsExecuted === 0,
  };
}
