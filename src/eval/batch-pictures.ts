import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readBytes, writeWhole } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import type { SceneJob, ScenePool } from "../scenes/jobs.js";
import type { ObservationPicture } from "../scenes/picture.js";

/** What draws pictures. */
export type Scenes = Pick<ScenePool, "run">;

/**
 * Keeps drawn pictures on the disk while a run goes in waves: every wave shows each episode from its first turn
 * on, and to draw is the dearest thing about that.
 */
export class KeptPictures implements Scenes {
  constructor(
    private readonly scenes: Scenes,
    private readonly folder: string,
  ) {}

  async run<T>(job: SceneJob): Promise<T> {
    if (job.type !== "draw") return this.scenes.run<T>(job);
    const name = join(this.folder, sha256(canonicalJson(job.snapshot)));
    const files = { observation: `${name}.png`, rgb: `${name}.rgb.png` };
    if (!existsSync(files.rgb)) {
      const drawn = await this.scenes.run<ObservationPicture>(job);
      writeWhole(files.observation, drawn.observation);
      writeWhole(files.rgb, drawn.rgb);
      return drawn as T;
    }
    const { observation, rgb } = files;
    return { observation: readBytes(observation), rgb: readBytes(rgb) } as T;
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
