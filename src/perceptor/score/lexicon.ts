import type { Dimension } from "../../world/types.js";

/** A thing that a cue may name: the words for it, and the kinds of the asset table that they may mean. */
export interface ThingWords {
  thing: string;
  words: RegExp;
  kinds: readonly string[];
}

const thing = (name: string, words: string, ...kinds: string[]): ThingWords => ({
  thing: name,
  words: new RegExp(`\\b(?:${words})\\b`, "i"),
  kinds: kinds.length > 0 ? kinds : [name],
});

/**
 * Nouns by which cues name what is in view. "Picture", "road", "floor", "light" and the like are left out: they
 * name the view itself or what has no id.
 */
export const THINGS: readonly ThingWords[] = [
  thing(
    "person",
    "people|persons?|m[ae]n|wom[ae]n|boys?|girls?|child(?:ren)?|lad(?:y|ies)|gentlem[ae]n|friends?|hosts?|clerks?|mother|mom|mum|father|dad|sister|brother|aunt|uncle|grand(?:mother|father|ma|pa|parents?)|granny|strangers?|pedestrians?|customers?|somebody|someone|others? (?:standing|waiting|talking)|queue|line of|conversation",
  ),
  thing("crosswalk", "crosswalks?|zebra(?: crossing| stripes)?|pedestrian crossing"),
  thing("bin", "(?:trash|waste|rubbish|garbage)? ?bins?|trash cans?", "trash_bin", "waste_bin"),
  thing("car", "cars?|vehicles?|automobiles?"),
  thing("tree", "trees?"),
  thing("bush", "bush(?:es)?|shrubs?"),
  thing(
    "lamp",
    "(?:street|floor) ?lamps?|lamp ?posts?|street ?lights?",
    "street_lamp",
    "floor_lamp",
  ),
  thing("mailbox", "mail ?box(?:es)?|post ?box(?:es)?"),
  thing("hydrant", "hydrants?"),
  thing("plant", "planters?|potted plants?|plant pots?|flower ?pots?", "planter", "potted_plant"),
  thing("bicycle", "bicycles?|bikes?"),
  thing("kiosk", "kiosks?"),
  thing("fountain", "fountains?"),
  thing("street_sign", "street signs?|road signs?|traffic signs?"),
  thing(
    "table",
    "(?:coffee |dining |side |cafe |café )?tables?|desks?",
    "cafe_table",
    "coffee_table",
    "dining_table",
    "side_table",
    "desk",
  ),
  thing("doghouse", "dog ?houses?|kennels?"),
  thing("watering_can", "watering cans?"),
  thing(
    "seat",
    "bench(?:es)?|chairs?|armchairs?|sofas?|couch(?:es)?|seats?",
    "park_bench",
    "garden_chair",
    "chair",
    "armchair",
    "sofa",
  ),
  thing("counter", "counters?", "delivery_counter", "shop_counter", "kitchen_counter"),
  thing("parcel", "parcels?|packages?|cardboard boxe?s?", "parcel", "cardboard_box"),
  thing("shelf", "(?:book|parcel )?shel(?:f|ves)|bookcases?", "parcel_shelf", "bookshelf"),
  thing("rope_post", "rope posts?|barrier posts?"),
  thing("vending_machine", "vending machines?"),
  thing("toy_bear", "(?:toy |teddy )?bears?|teddy"),
  thing("ball", "balls?"),
  thing("toy_blocks", "toy blocks|building blocks"),
  thing("tv", "television|tv|tv set"),
  thing("rug", "rugs?|carpets?"),
  thing("bed", "beds?|bedrooms?"),
  thing("wardrobe", "wardrobes?|closets?"),
  thing("nightstand", "night ?stands?|bedside tables?"),
  thing("clock", "clocks?"),
  thing("coat_rack", "coat racks?|coat stands?"),
  thing("shoes", "shoes"),
  thing("book", "books?"),
  thing("sink", "sinks?|wash ?basins?", "sink", "bathroom_sink"),
  thing("faucet", "faucets?|taps?"),
  thing("fridge", "fridges?|refrigerators?"),
  thing("stove", "stoves?|ovens?"),
  thing("wall_cabinet", "cabinets?|cupboards?"),
  thing("mirror", "mirrors?"),
  thing("towel", "towels?"),
  thing("toilet", "toilets?"),
  thing("bathtub", "bath ?tubs?"),
  thing("washing_machine", "washing machines?"),
  thing("soap", "soap"),
  thing("pot", "pots?|pans?"),
  thing("kettle", "kettles?"),
  thing("fruit_bowl", "fruit bowls?|bowl of fruit"),
  thing("bread", "bread|loa(?:f|ves)"),
  thing("plate", "plates?|dish(?:es)?|tableware", "plate", "paper_plate", "bowl"),
  thing("cup", "cups?|mugs?"),
  thing(
    "drink",
    "(?:juice|water|milk) ?bottles?|bottles?|juice|soda(?: cans?)?|glass(?:es)? of \\w+|drinks|(?:a|the) drink",
    "juice_bottle",
    "water_bottle",
    "soda_can",
    "milk_glass",
  ),
  thing("tray", "trays?"),
  thing("mop", "mops?"),
  thing("mop_rack", "mop (?:racks?|holders?|stands?)|racks?", "mop_rack", "coat_rack"),
  thing("bucket", "buckets?|pails?"),
  thing("broom", "brooms?"),
  thing("stain", "stains?|spills?|dirt|puddles?"),
  thing("door", "doors?|doorways?"),
];

/** A mention behind one of these says that the thing is not there. */
export const ABSENT =
  /\b(?:no|not (?:a|any)|without(?: a| an| any)?|neither|nor)\s+(?:\w+\s+){0,1}$/i;

/** Words by which a cue says which kind of norm it speaks of. */
export const NORM_WORDS: Record<Dimension, readonly RegExp[]> = {
  public_rules: [
    /\bcrosswalk|\bzebra|pedestrian crossing/i,
    /\btraffic\b|\bjaywalk|\bcross(?:ed|ing)? (?:the|a) (?:road|street)|\broad is to be crossed/i,
    /\bqueue|\bin line\b|\bline up\b|\ba line\b|\bthe line\b/i,
    /\b(?:my|your|one's|their) turn\b|\bcut(?:ting)? in\b|\bserved\b|\border in which\b/i,
  ],
  etiquette: [
    /\binterrupt|\bbreak into\b/i,
    /\bconversation|\btalk(?:ing)? (?:with|to) each other|\bdeep in talk/i,
    /\bpolite|\bkindly\b|\bexcuse me\b|\bcourte/i,
    /\blet (?:me|you|us) (?:past|by|through)|\bin (?:the|my|your) way\b|\bbump|\bpush(?:ed|ing)?\b|\bblock(?:s|ed|ing)?\b/i,
    /\bwalk (?:up|over) to\b|\bapproach|\bcome closer\b|\bgo (?:up|over) to\b/i,
    /\bshout|\bcall(?:ing)? out\b|\bacross the room\b/i,
  ],
  resource: [
    /\bwast(?:e|ed|ing|eful)\b|\bsav(?:e|ing) water|\bconserv/i,
    /\bturn(?:ed|ing)? off\b|\bshut\b|\brunning\b/i,
    /\bput(?:ting)? (?:it |them |the \w+ )?back\b|\breturn(?:ed|ing)?\b|\bgoes back\b|\bbring back\b|\boriginal place/i,
    /\bwash(?:ed|ing)? (?:the |up|after|it)|\bto be washed\b|\bclean(?:ed)? up\b|\bleft clean\b|\btidy/i,
  ],
  privacy: [
    /\bprivate|\bprivacy/i,
    /\bpermission|\bbeen allowed\b|\bask(?:ed|ing)? first\b|\bwithout asking\b/i,
    /\bbelong|\bowner|\bsomebody else's|\bsomeone else's|\bproperty\b/i,
    /\bbedroom/i,
  ],
  social_relationship: [
    /\belderly\b|\bolder (?:people|person|man|woman)|\bold (?:people|person)|\bsenior/i,
    /\bgrand(?:mother|father|ma|pa|parent)|\bgranny/i,
    /\bpriorit|\bfirst claim\b|\bcomes first\b/i,
    /\boffer(?:ed|ing)? (?:\w+ ){0,3}(?:seat|place)|\bgive (?:up|\w+) (?:\w+ ){0,2}seat/i,
  ],
};
