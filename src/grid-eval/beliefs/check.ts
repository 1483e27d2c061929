import { BENCHMARK_NORMS } from "../../grid/norms/index.js";
import type { Belief } from "../types.js";
import { normsInText } from "./parse.js";
import { agreement, forbiddenByAny, forbiddenMoves } from "./probes.js";

/** What the offline check makes of a belief. */
export interface BeliefCheck {
  /** norms that the belief states; empty when it could not be placed */
  norms: string[];
  /** the norm whose verdicts on the probe moves are nearest to the belief's; null when it could not be placed */
  nearest: string | null;
  /** agreement with the hidden norm on the probe moves, 0 to 1; null when it could not be placed */
  agreement: number | null;
  /** it forbids the same as the hidden norm */
  right: boolean;
}

const UNPLACED: BeliefCheck = { norms: [], nearest: null, agreement: null, right: false };
const indexOf = (id: string): number => BENCHMARK_NORMS.findIndex((norm) => norm.id === id);
const known = new Map<string, BeliefCheck>();

/**
 * Which norm a belief comes down to, by what it forbids: exact where the newcomer names norms itself, else read
 * from its words. Several rules in one belief forbid what any of them forbids.
 */
export function checkBelief(belief: Belief | null, norm: string): BeliefCheck {
  if (!belief) return UNPLACED;
  const stated = belief.norms?.[0] ? [belief.norms[0].id] : normsInText(belief.text);
  const ids = stated.filter((id) => indexOf(id) >= 0);
  if (ids.length === 0 || indexOf(norm) < 0) return UNPLACED;
  const key = `${norm} ${ids.join()}`;
  let check = known.get(key);
  if (!check) {
    check = compare(ids, norm);
    known.set(key, check);
  }
  return check;
}

function compare(ids: readonly string[], norm: string): BeliefCheck {
  const stated = forbiddenByAny(ids.map(indexOf));
  const shares = forbiddenMoves().map((moves) => agreement(stated, moves) ?? 0);
  const best = shares.indexOf(Math.max(...shares));
  const share = shares[indexOf(norm)] as number;
  return {
    norms: [...ids],
    nearest: BENCHMARK_NORMS[best]?.id ?? null,
    agreement: share,
    right: share === 1,
  };
}
