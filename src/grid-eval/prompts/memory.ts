import type { Action, Group, Position } from "../../grid/types.js";
import type { Sight } from "../types.js";
import { at } from "./words.js";

/** A step as the newcomer remembers it. */
export interface Remembered {
  turn: number;
  /** of the own shirt: each visit may bring another one */
  group: Group;
  at: Position;
  others: { id: number; group: Group; at: Position }[];
  action: Action;
  reasoning: string;
  /** the step passed by itself */
  automatic: boolean;
  sanctioned: boolean;
  /** others who were marked for this step, and what they did */
  peers: { id: number; group: Group; action: Action | null }[];
}

/** Steps kept with everything, and sanctioned ones kept beyond them. */
export const RECENT = 10;
export const KEPT_SANCTIONED = 5;

/**
 * The ten latest steps, and up to five sanctioned ones older than these.
 * `whose`: steps with a sanction of one's own, or of anybody.
 */
export class Memory {
  private readonly steps: Remembered[] = [];
  private readonly kept: Remembered[] = [];

  /** @param places remembers where others stood; without, only a picture would show them */
  constructor(
    private readonly whose: "own" | "all",
    private readonly places = true,
  ) {}

  /** What the sight of a turn tells of the step before: who was marked. */
  see(sight: Sight): void {
    const last = this.steps.at(-1);
    if (!last || last.turn !== sight.turn - 1) return;
    last.peers = sight.others
      .filter((p) => p.sanctioned)
      .map(({ id, group, action }) => ({ id, group, action }));
  }

  add(sight: Sight, action: Action, reasoning: string, automatic: boolean): void {
    this.steps.push({
      turn: sight.turn,
      group: sight.self.group,
      at: sight.self.at,
      others: sight.others
        .filter((p) => !p.gone)
        .map(({ id, group, at: where }) => ({ id, group, at: where })),
      action,
      reasoning,
      automatic,
      sanctioned: false,
      peers: [],
    });
    if (this.steps.length <= RECENT) return;
    const old = this.steps.shift() as Remembered;
    if (!this.tells(old)) return;
    this.kept.push(old);
    if (this.kept.length > KEPT_SANCTIONED) this.kept.shift();
  }

  /** Marks the latest step. */
  felt(turn: number, sanctioned: boolean): void {
    const last = this.steps.at(-1);
    if (last?.turn === turn) last.sanctioned = sanctioned;
  }

  /** The memory as a part of a prompt; empty when there is nothing to remember. */
  text(): string {
    const sections: string[] = [];
    if (this.kept.length > 0)
      sections.push(
        `# Earlier steps with a mark\n${this.kept.map((s) => this.line(s)).join("\n")}`,
      );
    if (this.steps.length > 0)
      sections.push(`# Your latest steps\n${this.steps.map((s) => this.line(s)).join("\n")}`);
    return sections.join("\n\n");
  }

  private tells(step: Remembered): boolean {
    return step.sanctioned || (this.whose === "all" && step.peers.length > 0);
  }

  private line(step: Remembered): string {
    const others = step.others.map((p) => `${p.id} ${p.group} ${at(p.at)}`).join(", ");
    const seen = this.places ? `; others: ${others || "nobody"}` : "";
    const marks = [
      ...(step.sanctioned ? ["YOU WERE MARKED for this move"] : []),
      ...(this.whose === "all" && step.peers.length > 0
        ? [`marked: ${step.peers.map((p) => `${p.id} ${p.group} for ${p.action}`).join(", ")}`]
        : []),
    ];
    return [
      `- Step ${step.turn}: you, ${step.group}, at ${at(step.at)}${seen}; you did ${step.action}${step.automatic ? " (being served)" : ""}${marks.length > 0 ? `; ${marks.join("; ")}` : ""}`,
      ...(step.reasoning === "" ? [] : [`  you thought: ${step.reasoning}`]),
    ].join("\n");
  }
}
