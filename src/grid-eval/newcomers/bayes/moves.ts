import { actionCode, CELLS, cellOf, WAIT } from "../../../grid/cells.js";
import {
  type ActionCode,
  type Cell,
  type Geometry,
  GROUPS,
  type Group,
  type GroupCode,
} from "../../../grid/types.js";
import type { Felt, Sight } from "../../types.js";

/** One person's action on one turn, with all that a norm may look at as far as it was seen. */
export interface SeenMove {
  turn: number;
  id: number;
  own: boolean;
  group: GroupCode;
  /** before the action, and where it led */
  x: Cell;
  y: Cell;
  action: ActionCode;
  /** turns on end on which it had moved; null when it was not watched long enough to tell */
  run: number | null;
  /** has stood in Q since it came; null when that cannot be told */
  seenQ: boolean | null;
  /** where the others stood, by cell: 0 nobody, else 1 + group; shared by the moves of a turn, the mover left out by `without` */
  people: Uint8Array;
  sanctioned: boolean;
}

/** What is known of a person from having watched it. */
interface Track {
  cell: Cell;
  group: GroupCode;
  run: number | null;
  seenQ: boolean | null;
}

const code = (group: Group): GroupCode => GROUPS.indexOf(group) as GroupCode;

/** The longest run that any norm asks about. */
const LONGEST_RUN = 4;

/**
 * Puts moves together from what is seen turn after turn: where people stood before comes from the sight before,
 * what they did and whether it was sanctioned from the one after. What happens while the newcomer is away is lost.
 */
export class MoveWatcher {
  private tracks = new Map<number, Track>();
  private people: Uint8Array = new Uint8Array(CELLS);
  private lastTurn = -1;
  private self: { id: number; turn: number; action: ActionCode } | null = null;

  constructor(private readonly geometry: Geometry) {}

  /** What is known of the newcomer itself: its run of moves and whether it has been in Q. */
  get own(): { run: number; seenQ: boolean } {
    const track = this.self ? this.tracks.get(this.self.id) : undefined;
    return { run: track?.run ?? 0, seenQ: track?.seenQ ?? false };
  }

  /** The others' moves on the turn before, in the order of their ids. */
  see(sight: Sight): SeenMove[] {
    const follows = sight.turn === this.lastTurn + 1;
    const moves: SeenMove[] = [];
    const tracks = new Map<number, Track>();
    for (const person of sight.others) {
      const before = follows ? this.tracks.get(person.id) : undefined;
      const action = person.action === null ? null : actionCode(person.action);
      const { id, gone, sanctioned } = person;
      const group = code(person.group);
      if (before && action !== null)
        moves.push(this.moveOf({ id, own: false, sanctioned, action }, before, sight.turn - 1));
      if (!gone) tracks.set(id, this.trackOf(cellOf(person.at), group, action, before));
    }
    const { self } = sight;
    const before = follows ? this.tracks.get(self.id) : undefined;
    const action = self.entered ? null : (this.self?.action ?? null);
    tracks.set(self.id, this.trackOf(cellOf(self.at), code(self.group), action, before));
    this.self = { id: self.id, turn: sight.turn, action: WAIT as ActionCode };
    this.tracks = tracks;
    this.lastTurn = sight.turn;
    this.people = new Uint8Array(CELLS);
    for (const track of tracks.values()) this.people[track.cell] = 1 + track.group;
    return moves.sort((a, b) => a.id - b.id);
  }

  /** The newcomer's own action of this turn. */
  act(action: ActionCode): void {
    if (this.self) this.self.action = action;
  }

  /** The newcomer's own move, once it is known what it brought. */
  felt({ turn, sanctioned }: Felt): SeenMove | null {
    const { self } = this;
    const track = self ? this.tracks.get(self.id) : undefined;
    if (!self || !track || self.turn !== turn) return null;
    return this.moveOf({ id: self.id, own: true, sanctioned, action: self.action }, track, turn);
  }

  private moveOf(
    who: Pick<SeenMove, "id" | "own" | "sanctioned" | "action">,
    before: Track,
    turn: number,
  ): SeenMove {
    const { cell: x, group, run, seenQ } = before;
    const y = this.geometry.next[x * 5 + who.action] as number;
    return { ...who, turn, group, x, y, run, seenQ, people: this.people };
  }

  private trackOf(
    cell: Cell,
    group: GroupCode,
    action: ActionCode | null,
    before: Track | undefined,
  ): Track {
    const inQ = this.geometry.inQ[cell] === 1;
    // somebody who has just come has no past
    if (action === null) return { cell, group, run: 0, seenQ: inQ };
    const moved = before
      ? (this.geometry.next[before.cell * 5 + action] as number) !== before.cell
      : action !== WAIT;
    const run = !moved ? 0 : before?.run == null ? null : Math.min(LONGEST_RUN, before.run + 1);
    return { cell, group, run, seenQ: inQ ? true : before ? before.seenQ : null };
  }
}
