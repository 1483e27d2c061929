import { distance, round1 } from "../geometry.js";
import { react } from "../reactions/react.js";
import { stopStrolling } from "../schedule.js";
import { sameSpace, VOICE } from "../spaces.js";
import { recogniseIntents } from "../speech.js";
import { advance, called, emit, fail, isPerson, type WorldState } from "../state.js";
import { face } from "./approach.js";
import { SECONDS } from "./durations.js";
import { type Parameters, thingIn } from "./parameters.js";

/** Says something to a person from where the agent is; the person reacts. */
export function speakTo(s: WorldState, parameters: Parameters): void {
  const target = thingIn(s, parameters, "target_id");
  const { content } = parameters;
  if (!isPerson(target)) fail("target_not_person", `${called(target)} is not a person`);
  if (typeof content !== "string" || content.trim() === "") {
    fail("bad_parameter", "content must be the words to say");
  }
  const apart = round1(distance(s.agent.location, target.location));
  const { setting, regions } = s.episode;
  const place = { setting, regions, entities: s.entities.values() };
  if (apart > VOICE || !sameSpace(place, s.agent.location, target.location)) {
    fail("too_far", `${called(target)} is out of hearing, ${Math.round(apart)} cm away`);
  }
  const intents = recogniseIntents(content);
  const activity = target.person.activity.type;
  face(s, target.location);
  emit(s, { type: "spoke", target: target.id, content, intents, distance: apart, activity });
  stopStrolling(s, target.id);
  advance(s, SECONDS.speak);
  react(s, target, content, intents);
}
