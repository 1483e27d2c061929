import { cellOf, positionOf } from "../grid/cells.js";
import { SERVICE_TURNS } from "../grid/engine/arena.js";
import type { Episode } from "../grid/episode.js";
import { geometryOf } from "../grid/layouts.js";
import { ACTIONS, type Agent, GROUPS } from "../grid/types.js";
import type { SeenPerson, Sight, Stage } from "./types.js";

/** Stage of an episode. */
export function stageOf(episode: Episode): Stage {
  const { scenario, arena } = episode;
  return {
    episode: scenario.id,
    phase: scenario.phase as Stage["phase"],
    layout: scenario.layout,
    geometry: geometryOf(scenario.layout),
    rules: arena.rules,
    seed: scenario.seed,
    horizon: scenario.horizon,
  };
}

/** What the newcomer sees; null while it is not on the map. Changes nothing. */
export function sightOf(episode: Episode): Sight | null {
  const { state } = episode;
  const self = episode.newcomer;
  if (!self || self.leg === 2) return null;
  const acted = (agent: Agent): boolean => agent.since < state.turn;
  const seen = (agent: Agent, gone: boolean): SeenPerson => ({
    id: agent.id,
    group: GROUPS[agent.group],
    at: positionOf(agent.cell),
    action: gone || acted(agent) ? ACTIONS[agent.action] : null,
    sanctioned: (gone || acted(agent)) && agent.sanctioned,
    gone,
  });
  return {
    turn: state.turn,
    self: {
      id: self.id,
      group: GROUPS[self.group],
      at: positionOf(self.cell),
      leg: self.leg,
      goals: self.goals,
      service: self.service,
      sanctioned: acted(self) && self.sanctioned,
      displaced: acted(self) && self.displaced,
      entered: !acted(self),
    },
    others: [
      ...state.agents.filter((a) => a !== self).map((a) => seen(a, false)),
      ...state.left.filter((a) => a.slot !== 0).map((a) => seen(a, true)),
    ],
  };
}

/**
 * Turns that pass by themselves: whoever is being served stands still until it is done. No newcomer is asked
 * for them.
 */
export function isAutomatic({ self }: Sight, { geometry }: Stage): boolean {
  const waits = self.goals[self.leg].kind === "counter" && cellOf(self.at) === geometry.service;
  return waits && self.service > 0 && self.service < SERVICE_TURNS;
}
