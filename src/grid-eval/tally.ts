import { positionOf } from "../grid/cells.js";
import type { AgentStep, Scenario, State, StepResult } from "../grid/types.js";
import type { StepLine } from "./records.js";

interface Person {
  turns: number;
  reward: number;
  finished: boolean;
}

/** Counts what an episode comes to, turn by turn. */
export class Tally {
  readonly steps: StepLine[] = [];
  private played = 0;
  private best: 0 | 1 | 2 = 0;
  private legs = 0;
  private readonly persons = new Map<number, Person>();
  private readonly legsBefore = new Map<number, number>();
  private sanctions = 0;
  private awareSanctions = 0;

  constructor(private readonly scenario: Scenario) {}

  /** Looks at the state that a step starts from. */
  before(state: State): void {
    this.legsBefore.clear();
    for (const agent of state.agents) this.legsBefore.set(agent.id, agent.leg);
  }

  after(result: StepResult, automatic: boolean): void {
    this.played++;
    const others = result.agents.filter((a) => a.slot !== 0);
    for (const agent of others) this.countOther(agent);
    const self = result.agents.find((a) => a.slot === 0);
    if (!self) return;
    if (self.leg > this.best) this.best = self.leg;
    if (self.leg > (this.legsBefore.get(self.id) ?? 0)) this.legs++;
    const movedOn = result.events.some((e) => e.type === "moved_on" && e.id === self.id);
    this.steps.push({
      type: "step",
      episode: this.scenario.id,
      turn: result.turn,
      id: self.id,
      at: positionOf(self.x) as [number, number],
      action: self.action,
      automatic,
      leg: self.leg,
      sanctioned: self.sanction,
      blamed: self.blamed,
      involved: others.some((a) => a.target === self.target) || (self.displaced && !movedOn),
      displaced: self.displaced,
      reward: self.reward,
      peers: others.filter((a) => a.sanction).map((a) => a.id),
      compliant: others.filter((a) => a.target !== a.x && !a.sanction).length,
    });
  }

  private countOther(agent: AgentStep): void {
    const person = this.persons.get(agent.id) ?? { turns: 0, reward: 0, finished: false };
    person.turns++;
    person.reward += agent.reward;
    person.finished = agent.leg === 2;
    this.persons.set(agent.id, person);
    if (!agent.sanction) return;
    this.sanctions++;
    if (this.scenario.slots[agent.slot]?.policy === "aware") this.awareSanctions++;
  }

  totals() {
    const { steps } = this;
    const count = (test: (step: StepLine) => boolean): number => steps.filter(test).length;
    const persons = [...this.persons.values()];
    const done = persons.filter((p) => p.finished);
    const sanctions = count((s) => s.sanctioned);
    return {
      steps: this.played,
      task: (this.best / 2) as 0 | 0.5 | 1,
      joint: (this.best === 2 && sanctions === 0 ? 1 : 0) as 0 | 1,
      sanctions,
      blamed: count((s) => s.blamed),
      involved: count((s) => s.involved),
      displaced: count((s) => s.displaced),
      legs: this.legs,
      exits: count((s) => s.leg === 2),
      turns: steps.length,
      automatic: count((s) => s.automatic),
      reward: tenths(steps.reduce((sum, s) => sum + s.reward, 0)),
      community: {
        slots: this.scenario.slots.length - 1,
        persons: persons.length,
        finished: done.length,
        finishedTurns: done.reduce((sum, p) => sum + p.turns, 0),
        reward: tenths(persons.reduce((sum, p) => sum + p.reward, 0)),
        sanctions: this.sanctions,
        awareSanctions: this.awareSanctions,
      },
    };
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
