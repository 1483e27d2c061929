import { IdPassCache } from "../scenes/cache.js";
import { type PixelCounts, pixelCounts } from "../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec, hashOf } from "../scenes/spec.js";
import type { Episode, Snapshot } from "../world/types.js";

/** An episode as it stands before anything happens, and ways to look at it. */
export interface Opening {
  readonly episode: Episode;
  readonly hash: string;
  /** the id pass of a moment of this episode */
  look(snapshot: Snapshot, turn: number): Promise<PixelCounts>;
}

/**
 * What episodes begin with is the same in every epoch, under every cue and for every model: where they are played
 * more than once, it is made once. To build an episode, prove its hash and look at its first view takes longer than
 * all else that a sample costs beside the call.
 */
export class Openings {
  private readonly kept = new Map<string, Opening>();

  /** @param keep episodes are played more than once (some 100 kB of memory each) */
  constructor(
    private readonly keep: boolean,
    private readonly cache = new IdPassCache(),
  ) {}

  /** @throws NormactError `stale_spec` */
  of(spec: EpisodeSpec): Opening {
    const name = `${spec.id}${spec.twin ? " twin" : ""}`;
    const known = this.kept.get(name);
    if (known) return known;
    const opening = this.open(spec);
    if (this.keep) this.kept.set(name, opening);
    return opening;
  }

  /** Writes new id passes to the cache on the disk. */
  flush(): void {
    this.cache.flush();
  }

  private open(spec: EpisodeSpec): Opening {
    // several worlds read it: whoever writes into it is to be found out
    const episode = this.keep ? frozen(episodeFromSpec(spec)) : episodeFromSpec(spec);
    let first: PixelCounts | null = null;
    return {
      episode,
      hash: hashOf(spec),
      look: async (snapshot, turn) => {
        if (turn > 0) return pixelCounts(snapshot, this.cache);
        first ??= pixelCounts(snapshot, this.cache);
        return first;
      },
    };
  }
}

/** Openings for several runs, made with the first episode that needs one. */
export function sharedOpenings(keep: boolean): () => Openings {
  let made: Openings | null = null;
  return () => (made ??= new Openings(keep));
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
