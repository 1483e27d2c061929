import { relative, resolve } from "node:path";
import { plural } from "../../core/shown.js";
import { unreadRunLabels } from "./labels.js";
import type { LoadedRun } from "./rows.js";
import type { Notice, SetReport } from "./types.js";

/** What is odd about the runs of one data set: said at the top of its part, never passed over. */
export function runNotices(runs: readonly LoadedRun[]): Notice[] {
  const out: Notice[] = [];
  for (const run of runs) {
    const missing = run.expected - run.played;
    if (missing > 0)
      out.push({
        level: "warning",
        text: `Incomplete: ${run.series}, cue ${run.cue} (run ${run.store.info.runId}) has ${run.played} of ${run.expected} episodes. Its rates are over what was played; the bounds count the rest as lost and as won. Go on with: ${resumeCommand(run)}`,
      });
    if (run.broken > 0)
      out.push({
        level: "warning",
        text: `Damaged: ${plural(run.broken, "line")} without a whole sample in the log of ${run.series}, cue ${run.cue} (run ${run.store.info.runId}), left out here. To put it in order: normact run recover ${quoted(placeOf(run))}`,
      });
    const unread = unreadRunLabels(run.store.folder);
    if (unread.length > 0)
      out.push({
        level: "warning",
        text: `Damaged: ${plural(unread.length, "line")} without a label in the label files of ${run.series}, cue ${run.cue} (run ${run.store.info.runId}), left out here: ${unread.slice(0, 5).join(", ")}${unread.length > 5 ? ", …" : ""}. Cases without a label are labelled by: normact diagnose ${quoted(placeOf(run))}`,
      });
  }
  const episodes = runs.filter((r) => !r.store.info.settings.dataset.twins);
  if (new Set(episodes.map((r) => r.store.info.settings.episodes)).size > 1)
    out.push({
      level: "warning",
      text: "These runs were given different choices of episodes. Contrasts use the episodes that both sides have; planners of different choices are not pooled, and their rates are not to be set side by side.",
    });
  for (const [key, word] of DIFFERENCES) {
    const values = new Set(runs.map((r) => String(key(r))));
    if (values.size > 1)
      out.push({
        level: "warning",
        text: `The runs differ in ${word}: ${[...values].map((v) => v.slice(0, 40)).join("; ")}. A difference between them may come from that.`,
      });
  }
  return out;
}

const DIFFERENCES: [(run: LoadedRun) => unknown, string][] = [
  [(r) => r.store.info.settings.objectList, "what is told of visible objects"],
  [(r) => r.store.info.settings.maxTurns, "answers an episode"],
  [(r) => r.store.info.settings.cuePack.hash.slice(0, 12), "cue pack"],
  [(r) => r.store.info.settings.promptTemplate.slice(0, 12), "prompt template"],
  [(r) => r.store.info.settings.renderer, "renderer"],
  [
    (r) => r.store.info.settings.pictures?.slice(0, 12) ?? "drawn here",
    "source of the first views",
  ],
  [(r) => r.store.info.settings.epochs ?? 1, "repeats an episode"],
];

/** What is odd about the sets together. */
export function setNotices(sets: readonly SetReport[]): Notice[] {
  if (sets.length < 2) return [];
  return [
    {
      level: "warning",
      text: `These runs were made on ${sets.length} different data sets (${sets.map((s) => `${s.dataset.version}, ${s.dataset.hash.slice(0, 12)}`).join("; ")}). Each set has a part of its own below; nothing is pooled or compared across them.`,
    },
  ];
}

/** The command line that goes on with a run where it lies. */
function resumeCommand(run: LoadedRun): string {
  if (!run.store.info.command) return rerunCommand(run);
  return ["normact", "eval", "--resume", placeOf(run)].map(quoted).join(" ");
}

/** What a command calls a run by: its id in the usual folder, the way to its folder elsewhere. */
function placeOf({ store }: LoadedRun): string {
  const { runId } = store.info;
  const usual = resolve(store.folder) === resolve("results", "runs", runId);
  return usual ? runId : relative(".", store.folder) || ".";
}

/** The command line that plays a run again, or goes on with it. */
export function rerunCommand({ store }: LoadedRun): string {
  const { settings, command } = store.info;
  if (command) return ["normact", ...command].map(quoted).join(" ");
  const words = ["normact", "eval", "--model", settings.model, "--cue", settings.cue];
  const add = (flag: string, value: unknown): void => {
    if (value !== null && value !== undefined) words.push(flag, String(value));
  };
  if (settings.dataset.twins) words.push("--twins");
  if (settings.maxTurns !== 3) add("--max-turns", settings.maxTurns);
  if (settings.objectList !== "names") add("--object-list", settings.objectList);
  if (settings.seed !== 0) add("--seed", settings.seed);
  if (settings.epochs !== undefined && settings.epochs > 1) add("--epochs", settings.epochs);
  if (settings.cuePack.name !== "default") add("--cue-pack", `${settings.cuePack.name}.yaml`);
  if (settings.baseUrl !== null && settings.model.startsWith("openai/"))
    add("--base-url", settings.baseUrl);
  add("--temperature", settings.temperature);
  add("--max-tokens", settings.maxTokens);
  return words.map(quoted).join(" ");
}

const quoted = (word: string): string =>
  /^[\w./:,=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
