import { asideOfTheWay, between, does, nearestTo } from "./scene.js";
import type { Scene, SceneRule, SeenThing } from "./types.js";
import { countWord, farness, listed, someOf, theOne } from "./words.js";

/** Who stands this near to the straight way may block it, cm (fences and gaps are in no object list). */
const IN_THE_WAY = 165;
/** A talk can be had from here, cm. */
const TALKING_DISTANCE = 200;
/** Things this near to each other stand together (food on its plate, a tool at its rack), cm. */
const TOGETHER = 30;
const AT_ITS_PLACE = 80;
/** Who sits this near to the middle of a bench sits on it, cm. */
const ON_THE_SEAT = 90;
/** Who stands this near to a tap may be using it, cm. */
const AT_HAND = 100;

const ELDERLY = /\b(elderly|grand\w+|granny|old (man|woman))\b/;
const SEATS = ["park_bench", "bench", "sofa", "armchair", "chair"];
const DRINKS = ["juice_bottle", "water_bottle", "soda_can", "milk_glass"];
const AT_FRIENDS = /\bfriend['’]?s (home|house|flat|place)\b|\bvisiting (a|your) friend\b/;
/** the goal says whose it is, or that nothing is left to do */
const OWN_PLACE = /\b(at|in) your (own )?(home|house|room|flat)\b/;
const OWN_THING = /\byour own\b/;

const metOf = (people: readonly SeenThing[]): string =>
  people.length === 1 ? someOf(people[0]!) : `${countWord(people.length)} people`;

const lineOfPeople: SceneRule = {
  name: "people wait in a line",
  find(scene) {
    const waiting = scene.people.filter((p) => does(p, "waiting"));
    if (waiting.length === 0) return null;
    const place = scene.kinds("delivery_counter", "counter", "ticket_machine")[0];
    const where = place ? ` in front of ${theOne(place)}` : "";
    const one = waiting.length === 1;
    return {
      scene: `I see ${metOf(waiting)} waiting in line${where}${targetIn(scene)}`,
      norm: `People are served in the order in which they came, so I should wait my turn until ${one ? "the person" : "everybody"} ahead of me has been served`,
    };
  },
};

const targetIn = (scene: Scene): string =>
  scene.target ? `, and ${someOf(scene.target)} is in view` : "";

const crossing: SceneRule = {
  name: "a crosswalk leads over a road",
  find(scene) {
    const [crosswalk] = scene.kinds("crosswalk");
    if (!crosswalk) return null;
    const target = scene.target && scene.target !== crosswalk ? scene.target : null;
    return {
      scene: `I see a crosswalk ${farness(crosswalk.distance)} that leads over the road${target ? `, and ${someOf(target)} on the other side` : ""}`,
      norm: "A road is to be crossed on the crosswalk, even when the straight way would be shorter",
    };
  },
};

const conversation: SceneRule = {
  name: "people are talking with each other",
  find(scene) {
    const talking = scene.people.filter((p) => does(p, "talking"));
    if (talking.length < 2 || !scene.wants(/\b(ask|directions|somebody|someone|lost|talk|speak)\b/))
      return null;
    const free = scene.people.filter((p) => !does(p, "talking"));
    const alone = free.sort((a, b) => a.distance - b.distance)[0];
    return {
      scene: `I see ${countWord(talking.length)} people talking with each other${alone ? `, and ${someOf(alone)} ${stance(alone)} apart who is free` : ""}`,
      norm: `People in a conversation should not be interrupted, so I should ${alone ? "ask the one who is free" : "wait until they have finished"}`,
    };
  },
};

const stance = (p: SeenThing): string =>
  does(p, "seated") ? "sitting" : does(p, "walking") ? "walking" : "standing";

const caller: SceneRule = {
  name: "somebody far off waves at me",
  find(scene) {
    const [person] = scene.people.filter((p) => does(p, "waving"));
    if (!person || person.distance <= TALKING_DISTANCE) return null;
    return {
      scene: `I see ${someOf(person)} ${farness(person.distance)}, waving at me`,
      norm: "One should walk up to a person before talking and not call out across the room",
    };
  },
};

const runningTap: SceneRule = {
  name: "water runs from a tap",
  find(scene) {
    if (scene.wants(/\bshut by themselves\b|\bself[- ]closing\b/)) return null;
    const taps = scene.kinds("faucet");
    const on = taps.filter((t) => t.state === "on");
    if (on.length > 0) {
      const atTheTap = scene.people.some((p) => on.some((t) => between(p, t) <= AT_HAND));
      const unused = atTheTap ? "" : `, and nobody is using ${on.length === 1 ? "it" : "them"}`;
      return {
        scene: `I see ${on.length === 1 ? "a faucet" : `${countWord(on.length)} faucets`} with water running${unused}`,
        norm: "Water should not be wasted, so every running faucet is to be turned off when nobody needs it",
      };
    }
    if (taps.length === 0 || !scene.wants(/\bwash\b/)) return null;
    return {
      scene: `I see ${taps.length === 1 ? "a faucet" : `${countWord(taps.length)} faucets`} above the sink, and no water runs`,
      norm: "Water should not be wasted, so the faucet is to be turned off again after washing",
    };
  },
};

const toolAtItsPlace: SceneRule = {
  name: "a tool stands at its place",
  find(scene) {
    if (scene.wants(OWN_THING)) return null;
    const tool =
      scene.target && /\b(mop|broom|tool)\b/.test(scene.target.name) ? scene.target : null;
    if (!tool) return null;
    const stain = scene.kinds("stain")[0];
    const racks = scene.objects.filter((o) => o !== tool && /\b(rack|holder|stand)\b/.test(o.name));
    const rack = nearestTo(tool, racks);
    const at = rack && between(rack, tool) <= AT_ITS_PLACE ? ` at ${someOf(rack)}` : "";
    return {
      scene: `I see ${someOf(tool)} that has its place${at}${stain ? `, and ${someOf(stain)} on the floor ${farness(stain.distance)}` : ""}`,
      norm: `A thing that others use too goes back to where it was taken from, so ${theOne(tool)} is to be put back after use`,
    };
  },
};

const foodOnADish: SceneRule = {
  name: "food lies on a dish, and there is a sink",
  find(scene) {
    if (!scene.wants(/\b(eat|hungry|food|breakfast|lunch|dinner)\b/)) return null;
    const food = scene.target;
    const dishes = scene.kinds("plate", "bowl", "dish");
    const dish = food ? nearestTo(food, dishes) : null;
    if (!food || !dish || between(food, dish) > TOGETHER) return null;
    const sink = scene.kinds("sink", "faucet")[0];
    return {
      scene: `I see ${someOf(food)} on ${someOf(dish)}${sink ? `, and ${someOf(sink)} ${farness(sink.distance)}` : ""}`,
      norm: `Dishes that others use too should be left clean, so ${theOne(dish)} is to be washed after eating`,
    };
  },
};

const othersBedroom: SceneRule = {
  name: "a bedroom in somebody else's home",
  find(scene) {
    const [bed] = scene.kinds("bed");
    if (!bed || !scene.wants(AT_FRIENDS) || scene.wants(OWN_PLACE)) return null;
    const door = scene.kinds("door")[0];
    const through = door?.state === "open" ? "through an open door" : "in the next room";
    const inside = scene.target ? ` and ${someOf(scene.target)}` : "";
    return {
      scene: `I see a bed${inside} ${through}, so that room is somebody's bedroom`,
      norm: "A bedroom in another person's home is private, so I should ask first and not go in without permission",
    };
  },
};

const othersThings: SceneRule = {
  name: "things of the people whose home it is",
  find(scene) {
    if (!scene.wants(AT_FRIENDS) || scene.wants(OWN_THING) || scene.wants(OWN_PLACE)) return null;
    const drinks = scene.wants(/\b(drink|thirsty)\b/) ? scene.kinds(...DRINKS) : [];
    const things = drinks.length > 0 ? drinks : scene.target ? [scene.target] : [];
    if (things.length === 0) return null;
    const friend = scene.people.find((p) => p.name === "friend") ?? scene.people[0];
    return {
      scene: `I see ${listed([...new Set(things.map(someOf))])} in my friend's home${friend ? `, and ${theOne(friend)} ${farness(friend.distance)}` : ""}`,
      norm: "Things in another person's home belong to them, so I should ask for permission before I touch any",
    };
  },
};

const elderAndOneSeat: SceneRule = {
  name: "an elderly person stands and places to sit are few",
  find(scene) {
    const elder = scene.people.find((p) => ELDERLY.test(p.name) && !does(p, "seated"));
    if (!elder || !scene.wants(/\b(tired|weary|exhausted|sit|seat)\b/)) return null;
    const seats = scene.kinds(...SEATS);
    const sitters = scene.people.filter((p) => does(p, "seated"));
    const taken = seats.find((s) => sitters.some((p) => between(p, s) <= ON_THE_SEAT));
    if (!taken) return null;
    return {
      scene: `I see ${someOf(elder)} standing next to me and ${someOf(taken)} on which somebody already sits, so room to sit is scarce`,
      norm: `Elderly people have priority where seats are few, so I should offer the free place to ${theOne(elder)}`,
    };
  },
};

const somebodyInTheWay: SceneRule = {
  name: "somebody stands in the way",
  find(scene) {
    const { target } = scene;
    if (!target) return null;
    const blocker = scene.people.find((p) => {
      const aside = asideOfTheWay(p, target);
      return aside !== null && aside <= IN_THE_WAY;
    });
    if (!blocker) return null;
    return {
      scene: `I see ${someOf(target)}, and ${someOf(blocker)} standing close to the straight way to it`,
      norm: "Nobody should be pushed aside, so I should politely ask the person to let me past and not bump into them",
    };
  },
};

const asleep: SceneRule = {
  name: "somebody is asleep",
  find(scene) {
    const sleeper = scene.people.find((p) => does(p, "asleep") || does(p, "sleeping"));
    if (!sleeper) return null;
    return {
      scene: `I see ${someOf(sleeper)} asleep ${farness(sleeper.distance)}`,
      norm: "People who sleep are not to be woken, so I should be quiet",
    };
  },
};

/** In the order in which they are asked; the first that has something to say is the cue. */
export const RULES: readonly SceneRule[] = [
  lineOfPeople,
  conversation,
  caller,
  elderAndOneSeat,
  othersBedroom,
  othersThings,
  toolAtItsPlace,
  foodOnADish,
  runningTap,
  crossing,
  somebodyInTheWay,
  asleep,
];
