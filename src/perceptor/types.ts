import type { Usage } from "../models/types.js";
import type { CueCallPreview, CueContext } from "../prompts/conditions.js";
import type { SceneView } from "./scene-rules/index.js";

/** Settings of a cue source, part of a run's fingerprint and of every row of a cue file. */
export type SourceSettings = Readonly<Record<string, string | number | boolean | null>>;

/** A cue as its source wrote it. `text` null: none came, and `outcome` says why. */
export interface WrittenCue {
  text: string | null;
  /** `ok`, or how the call ended otherwise */
  outcome: "ok" | "refused" | "truncated" | "filtered";
  /** who wrote it, as the provider names it */
  model: string;
  usage: Usage | null;
  cached: boolean;
  /** of a cue that a model was asked for: what the call took; null or absent where nobody was asked now */
  call?: CueCall | null;
}

/** What the call for one cue took; its tokens are the cue's `usage`. */
export interface CueCall {
  /** nothing was sent and nothing paid: the cue came from the answer cache, or was made in this process before */
  cached: boolean;
  /** US dollars; 0 of a cached cue, null when it is not known */
  cost: number | null;
  /** of the attempt that brought the cue, milliseconds */
  latencyMs: number;
  /** between attempts, and for a place among the calls in flight */
  waitedMs: number;
}

/** What a call for a cue would send and, at a guess, take. */
export type CuePreview = Omit<CueCallPreview, "everyTurn">;

interface SourceHead {
  /** as `--perceptor` takes it: `builtin/scene-rules`, `openai/<model>`, `precomputed:<file>`… */
  readonly name: string;
  /** what tables call its cues: "scene-graph rules" for the embedded rules, else "generated" */
  readonly tableName: string;
  /** what it is, in a few honest words */
  readonly label: string;
  readonly settings: SourceSettings;
  close?(): void | Promise<void>;
}

/** Reads the object list; sees no picture. */
export interface SceneSource extends SourceHead {
  readonly kind: "scene";
  write(view: SceneView): string;
}

/** What such a source is given. `asker` is for the books alone and is told to no model and no program. */
export interface PictureView {
  goal: string;
  png: Uint8Array;
  asker?: CueContext["asker"] | undefined;
}

/** Reads the colour picture and the goal (NormAct, equation 9), and nothing else. */
export interface PictureSource extends SourceHead {
  readonly kind: "picture";
  /** @throws NormactError when no cue can be had (no answer, no credit, no server) */
  write(view: PictureView): Promise<WrittenCue>;
  /** it is a program of the user's */
  readonly isProgram?: true;
  /** of sources that call a model: what `write` would send; calls nobody */
  preview?(view: PictureView): Promise<CuePreview>;
}

/** Replays a cue file. */
export interface RecordedSource extends SourceHead {
  readonly kind: "recorded";
  readonly file: string;
  /** how many cues it holds, and who wrote them */
  readonly cues: number;
  readonly writtenBy: string;
  /** the server they came from, where a command has to name it */
  readonly endpoint: string | null;
  /** of this episode, picture and goal. @throws NormactError `cue_missing`, `cue_of_another_picture` */
  find(key: CueKey): WrittenCue;
  /** those of `episodes` that the file holds no cue for */
  missing(episodes: readonly { id: string; twin: boolean }[]): string[];
}

export type CueSource = SceneSource | PictureSource | RecordedSource;

/** What a recorded cue is found by. `image`: SHA-256 of the colour picture's raw pixels. */
export interface CueKey {
  episode: string;
  twin: boolean;
  image: string;
  goal: string;
}

/** The name that the embedded rules go by wherever their results stand; they are no NormPerceptor. */
export const SCENE_RULES_TABLE_NAME = "scene-graph rules";
export const SCENE_RULES = "builtin/scene-rules";
/** What tables call the cues of a model, a program or a file of such. */
export const GENERATED_TABLE_NAME = "generated";
