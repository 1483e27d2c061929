import { type CuePack, defaultCuePack, goalText } from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import { pixelCounts, visibleObjects } from "../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { createWorld } from "../world/index.js";
import { queryText, situationOf } from "./query-text.js";
import type { Retriever } from "./retriever.js";

export interface Precomputed {
  /** episodes whose first turn was asked for */
  episodes: number;
  /** different queries among them */
  queries: number;
}

/**
 * Retrieves for the first turn of every episode, so that the caches answer when a run asks. Later turns depend on
 * what a planner does; their queries are computed when they come.
 * @param stop aborted: no further query is begun
 */
export async function precompute(
  specs: readonly EpisodeSpec[],
  retriever: Retriever,
  {
    pack = defaultCuePack(),
    onEpisode,
    stop,
  }: { pack?: CuePack; onEpisode?: (id: string) => void; stop?: AbortSignal } = {},
): Promise<Precomputed> {
  const cache = new IdPassCache();
  const queries = new Set<string>();
  let episodes = 0;
  for (const spec of specs) {
    if (stop?.aborted) break;
    const episode = episodeFromSpec(spec);
    const snapshot = createWorld(episode).snapshot();
    const visible = visibleObjects(snapshot, pixelCounts(snapshot, cache));
    const goal = goalText(pack, episode);
    const query = queryText(situationOf(goal, visible, episode.setting.place));
    await retriever.retrieve(query);
    queries.add(query);
    episodes++;
    onEpisode?.(spec.id);
  }
  cache.flush();
  return { episodes, queries: queries.size };
}
