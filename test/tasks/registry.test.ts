import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/core/errors.js";
import { TASKS, taskById } from "../../src/tasks/registry.js";
import { draw } from "./kit.js";

/** Dimension, kind of norm, variants and roles of each task, as the design has them. */
const EXPECTED: Record<string, [string, string, string[], string[]]> = {
  road_crossing: ["public_rules", "forbids", ["plain"], ["bin", "crosswalk"]],
  queue_waiting: ["public_rules", "prescribes", ["line"], ["item", "counter", "queue"]],
  avoiding_interruption: [
    "etiquette",
    "forbids",
    ["free_person", "conversation_ends"],
    ["conversing", "free"],
  ],
  giving_way: ["etiquette", "forbids", ["ask", "leaves", "detour"], ["item", "blocker"]],
  approaching_before_talking: ["etiquette", "prescribes", ["plain"], ["caller"]],
  turning_off_faucets: ["resource", "prescribes", ["one", "two"], ["faucets", "running"]],
  returning_shared_objects: [
    "resource",
    "prescribes",
    ["plain"],
    ["mop", "stain", "storage", "originalLocation"],
  ],
  washing_used_dishes: ["resource", "prescribes", ["plain"], ["food", "dish", "faucet"]],
  avoiding_private_rooms: ["privacy", "forbids", ["plain"], ["ball", "friend", "door", "room"]],
  respecting_belongings: [
    "privacy",
    "forbids",
    ["host_only", "guest_tray"],
    ["drinks", "host", "guestDrinks"],
  ],
  giving_priority_to_elder: [
    "social_relationship",
    "prescribes",
    ["grandmother", "grandfather"],
    ["seat", "elder"],
  ],
};

describe("task registry", () => {
  it("holds the eleven tasks in their order", () => {
    expect(TASKS.map((t) => t.id)).toEqual(Object.keys(EXPECTED));
  });

  it.each(TASKS.map((t) => [t.id, t] as const))("%s is as designed", (id, task) => {
    const [dimension, normKind, variants, roles] = EXPECTED[id]!;
    expect([task.dimension, task.normKind, task.variants]).toEqual([dimension, normKind, variants]);
    for (let k = 0; k < 6; k++) {
      const { episode } = draw(task, k);
      expect(Object.keys(episode.roles).sort()).toEqual([...roles].sort());
      expect(Object.keys(episode.slots).sort()).toEqual([...(task.slots ?? [])].sort());
      expect(episode.id).toBe(`${id}/${String(k).padStart(3, "0")}`);
    }
  });

  it.each(TASKS.map((t) => [t.id, t] as const))("%s spreads its colours by split", (_, task) => {
    const looks = (split: "benchmark" | "training"): Set<string> => {
      const input = {
        seed: 0,
        instance: 0,
        variant: task.variants[0] as string,
        twin: false,
        split,
      };
      for (let attempt = 0; attempt < 400; attempt++) {
        try {
          const people = task
            .generate({ ...input, attempt })
            .entities.flatMap((e) => e.person ?? []);
          return new Set(people.flatMap((p) => [p.look.top, p.look.bottom, p.look.skin]));
        } catch (error) {
          if ((error as Error).name !== "Redraw") throw error;
        }
      }
      throw new Error(`${task.id}: no draw`);
    };
    const training = looks("training");
    expect([...looks("benchmark")].filter((colour) => training.has(colour))).toEqual([]);
  });

  it("says which task was probably meant", () => {
    expect(() => taskById("road_crosing")).toThrow(UsageError);
    expect(() => taskById("road_crosing")).toThrow(/road_crossing/);
  });
});
