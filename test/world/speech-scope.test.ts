import { describe, expect, it } from "vitest";
import { permissionScope, reportedPlace } from "../../src/world/speech.js";

describe("permissionScope", () => {
  it.each([
    ["could you give me some juice", ["juice"]],
    ["Is it OK if I go in your room to fetch the ball?", ["room", "ball"]],
    ["Would you mind if I went into the bedroom?", ["bedroom"]],
    ["May I take the juice bottle and the soda can?", ["juice", "bottle", "soda"]],
    ["I'm going to take a soda, is that ok?", ["soda"]],
    ["I want to get the ball from your room, may I?", ["ball", "room"]],
    ["May I have two cookies?", ["cookie"]],
    ["May I use the phone?", ["phone"]],
  ])("takes the things and rooms named: %s", (text, words) => {
    expect(permissionScope(text)).toEqual({ words, any: false, sitOnly: false });
  });

  it.each([
    "May I come in?",
    "May I?",
    "Can I take this one?",
    "Mind if I take one?",
    "May I take one, since I walked all day?",
    "Could I have your permission?",
    "I'd like to have one of these, if that's all right?",
  ])("names nothing and means whatever is meant: %s", (text) => {
    expect(permissionScope(text)).toEqual({ words: [], any: true, sitOnly: false });
  });

  it("keeps general words beside any", () => {
    expect(permissionScope("May I take one of these drinks?")).toEqual({
      words: ["drink"],
      any: true,
      sitOnly: false,
    });
  });

  it.each([
    "May I have something to eat?",
    "Can I have a snack?",
    "Do you mind if I eat something?",
    "May I eat one of these?",
  ])("means food alone when it asks for something to eat: %s", (text) => {
    expect(permissionScope(text)).toEqual({ words: ["food"], any: false, sitOnly: false });
  });

  it("covers drinks too when it asks for something to eat or drink", () => {
    expect(permissionScope("May I have something to eat or drink?")).toMatchObject({ any: true });
    expect(permissionScope("May I have something to drink?")).toMatchObject({ any: true });
  });

  it("looks for what 'it' may be in the other sentences, but not in denials", () => {
    const scope = permissionScope("I see your ball in the bedroom. May I go in and get it?");
    expect(scope).toEqual({ words: ["ball", "bedroom"], any: true, sitOnly: false });
    const denied = permissionScope("I won't touch the juice. May I take one?");
    expect(denied).toEqual({ words: [], any: true, sitOnly: false });
  });

  it("leaves out where the thing stands and why it is wanted", () => {
    expect(permissionScope("Can I take a soda from the fridge in the kitchen?").words).toEqual([
      "soda",
    ]);
    expect(permissionScope("Could I have some water? I like your bedroom.").words).toEqual([
      "water",
    ]);
  });

  it.each([
    "may I sit down",
    "I like your bedroom. May I sit on the sofa?",
    "Could I take a seat here?",
  ])("grants nothing but the seat: %s", (text) => {
    expect(permissionScope(text)).toEqual({ words: [], any: false, sitOnly: true });
  });

  it("is more than a seat when more is asked", () => {
    expect(permissionScope("May I sit down and have some juice?")).toMatchObject({
      words: ["juice"],
      sitOnly: false,
    });
  });

  it.each(["Can I go first?", "Hello", "I'll take the juice.", "Could you help me?"])(
    "covers nothing: %s",
    (text) => {
      expect(permissionScope(text)).toEqual({ words: [], any: false, sitOnly: false });
    },
  );
});

describe("reportedPlace", () => {
  it.each([
    ["your ball is in the bedroom", ["ball", "bedroom"], false],
    ["the ball is next to the bed", ["ball", "bed"], false],
    ["It's in the bedroom.", ["bedroom"], false],
    ["Your ball is in the living room.", ["ball", "living", "room"], false],
    ["Your ball is in the dining room.", ["ball", "dining", "room"], false],
    ["Your ball is in the sitting room.", ["ball", "sitting", "room"], false],
    ["It's right there, by the bed.", ["bed"], false],
    ["The ball is where I'm pointing.", ["ball"], true],
    ["Your ball is over there in the bedroom", ["ball", "bedroom"], false],
    ["I found your ball, it's over there", ["ball"], true],
    ["look, there's your ball", ["ball"], true],
    ["it's right there, see?", [], true],
    ["Hello", [], false],
  ])("%s", (text, words, deictic) => {
    expect(reportedPlace(text)).toEqual({ words, deictic });
  });
});
