import { NormactError } from "../../core/errors.js";
import { sha256 } from "../../core/hash.js";
import { type CueRow, readCueFile } from "../cue-file.js";
import {
  GENERATED_TABLE_NAME,
  type RecordedSource,
  SCENE_RULES,
  SCENE_RULES_TABLE_NAME,
} from "../types.js";

const keyOf = (episode: string, twin: boolean): string => `${episode}${twin ? "~twin" : ""}`;

/**
 * Replays the cues of a file that `normact perceptor cue` wrote. A cue holds for the picture and the goal that
 * it was made for; with others it is refused, since it would speak of another scene.
 * @throws NormactError bad_cue_file naming file and line
 */
export function recordedSource(file: string): RecordedSource {
  const rows = readCueFile(file);
  const first = rows[0];
  if (!first)
    throw new NormactError(
      "bad_cue_file",
      `${file} holds no cue; write one with: normact perceptor cue --out ${file}`,
      2,
    );
  const byEpisode = new Map<string, CueRow>(rows.map((r) => [keyOf(r.episode, r.twin), r]));
  const rules = rows.every((r) => r.perceptor === SCENE_RULES);
  const head = { file, cues: rows.length, writtenBy: first.perceptor, endpoint: endpointOf(first) };
  return {
    kind: "recorded",
    ...head,
    name: `precomputed:${file}`,
    tableName: rules ? SCENE_RULES_TABLE_NAME : GENERATED_TABLE_NAME,
    label: `cues of ${first.perceptor}, written beforehand`,
    // what the cues say counts, not where the file lies
    settings: { ...first.settings, precomputed: true, cues: fileHash(rows) },
    find({ episode, twin, image, goal }) {
      const row = byEpisode.get(keyOf(episode, twin));
      if (!row) throw missingCues(head, [keyOf(episode, twin)]);
      if (row.goal !== goal) throw stale(file, row, "goal");
      if (row.image !== image) throw stale(file, row, "picture");
      const { cue: text, outcome, model, usage } = row;
      return { text, outcome, model, usage, cached: true };
    },
    missing: (episodes) =>
      episodes.filter((e) => !byEpisode.has(keyOf(e.id, e.twin))).map((e) => keyOf(e.id, e.twin)),
  };
}

/** The error for episodes without a cue; says how the file is completed. */
export function missingCues(
  {
    file,
    cues,
    writtenBy,
    endpoint,
  }: Pick<RecordedSource, "file" | "cues" | "writtenBy" | "endpoint">,
  ids: readonly string[],
): NormactError {
  const shown = `${ids.slice(0, 5).join(", ")}${ids.length > 5 ? "…" : ""}`;
  const twins = ids.some((id) => id.endsWith("~twin")) ? " --twins" : "";
  const only =
    ids.length <= 10 ? ` --episodes ${ids.map((id) => id.replace("~twin", "")).join(",")}` : "";
  const server = endpoint === null ? "" : ` --perceptor-base-url ${endpoint}`;
  return new NormactError(
    "cue_missing",
    `${file} holds ${cues} cue(s), but none for ${ids.length} episode(s): ${shown} Complete it with:\nnormact perceptor cue --perceptor ${writtenBy}${server}${twins}${only} --out ${file}`,
    3,
  );
}

function stale(file: string, row: CueRow, what: "goal" | "picture"): NormactError {
  return new NormactError(
    "cue_of_another_picture",
    `${file}: the cue of ${row.episode} was made for another ${what} than this episode has now. Write the file anew: normact perceptor cue --perceptor ${row.perceptor} --out NEWFILE`,
    2,
  );
}

/** Over what the cues say, whatever their order. */
function fileHash(rows: readonly CueRow[]): string {
  const lines = rows.map((r) =>
    JSON.stringify([keyOf(r.episode, r.twin), r.image, r.goal, r.cue, r.outcome]),
  );
  return sha256(lines.sort().join("\n"));
}

/** The server that a file's cues came from, where a command has to name it. */
function endpointOf({ perceptor, settings }: CueRow): string | null {
  const { endpoint } = settings;
  return perceptor.startsWith("compatible/") && typeof endpoint === "string" ? endpoint : null;
}
