import { positionOf } from "../cells.js";
import { ACTIONS, type Agent, GROUPS, type Observation, type State } from "../types.js";

/** What one person may know before it acts; null when it is not on the map. Changes nothing. */
export function observe(state: State, id: number): Observation | null {
  const self = state.agents.find((a) => a.id === id);
  if (!self || self.leg === 2) return null;
  const before = (agent: Agent): boolean => agent.since < state.turn;
  return {
    turn: state.turn,
    self: {
      id,
      group: GROUPS[self.group],
      at: positionOf(self.cell),
      leg: self.leg,
      goal: self.goals[self.leg],
      service: self.service,
      sanctioned: before(self) && self.sanctioned,
    },
    others: state.agents
      .filter((a) => a.id !== id)
      .map((a) => ({
        id: a.id,
        slot: a.slot,
        group: GROUPS[a.group],
        at: positionOf(a.cell),
        action: before(a) ? ACTIONS[a.action] : null,
        sanctioned: before(a) && a.sanctioned,
      })),
  };
}
