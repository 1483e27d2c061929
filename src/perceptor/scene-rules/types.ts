/**
 * What the scene-graph rules are given: the goal's words and the observation's object list in its full form,
 * without ids. Nothing else can reach this folder: it imports from itself alone (.dependency-cruiser.cjs), so
 * no task, norm, owner, role or spec is within its reach.
 */
export interface SceneView {
  goal: string;
  objects: readonly SeenThing[];
}

/** One entry of the full object list. */
export interface SeenThing {
  name: string;
  kind: string;
  /** cm */
  location: readonly [number, number, number];
  /** from the agent, centre to centre on the ground, cm */
  distance: number;
  state: string | null;
  /** of people: "standing", "standing, talking", "seated"… */
  posture: string | null;
  /** of people, degrees */
  facing: number | null;
}

/** The two halves of a cue: what is to be seen, and what follows from it. Each is one sentence. */
export interface Finding {
  scene: string;
  norm: string;
}

/** One rule: what it makes of a scene, or null where it has nothing to say. */
export interface SceneRule {
  name: string;
  find(scene: Scene): Finding | null;
}

/** A view with the questions that rules put to it. */
export interface Scene {
  goal: string;
  objects: readonly SeenThing[];
  people: readonly SeenThing[];
  /** does the goal speak of this? */
  wants(words: RegExp): boolean;
  /** things of these kinds */
  kinds(...kinds: string[]): SeenThing[];
  /** the thing in view that the goal names, if any */
  target: SeenThing | null;
}
