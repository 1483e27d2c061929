/**
 * The whole of the keyword planner's knowledge: words of goals, and words of norms. It knows the vocabulary in
 * which rules are said; of what is merely to be seen it knows only the few things whose name is the rule's
 * own (a crossing, a line, a conversation, the elderly). It never looks at who asks or which pack the words come from.
 */

/** Words by which a goal is told apart; the first that fits counts. */
export const GOAL_WORDS = [
  ["directions", /\bdirections\b|\bask .*\bway\b|\blost (your|the) way\b|\byou are lost\b/],
  ["wash_hands", /\bhands?\b[^.]*\bwash\b|\bwash(ing)?\b[^.]*\bhands?\b|\bhands are dirty\b/],
  ["mop", /\bmop\b|\bdirt on the floor\b|\bfloor is\b[^.]*\bdirty\b/],
  ["drink", /\bthirsty\b|\bto drink\b/],
  ["eat", /\bhungry\b|\beat\b/],
  ["answer", /\bfamily\b[^.]*\b(talk|tell|say|needs?)\b|\b(respond|answer)\b/],
  ["rest", /\btired\b|\bweary\b|\bexhausted\b|\bneed a rest\b/],
  ["take", /\b(fetch|take|get|pick ?up|pickup|grab|bring|find|finding|play with)\b/],
  ["go", /\b(go|walk|move|head)\b/],
] as const;
export type GoalKind = (typeof GOAL_WORDS)[number][0];

/** Words of norms, and the adjustment that each calls for. */
export const NORM_WORDS = {
  use_crosswalk: /\bcrosswalk\b|\bzebra\b|\bpedestrian crossing\b|\btraffic\b|\bjaywalk/,
  wait_turn:
    /\b(wait|one's|your|their) turn\b|\bcut(ting)? in\b|\bin line\b|\bqueue|\bpublic order\b|\bsocial order\b|\bline\b/,
  choose_free: /\binterrupt|\bconversation\b|\b(engaged|deep) in (a )?talk\b|\bbusy talking\b/,
  ask_way: /\bpolite|\bbump|\bblock(ed|ing|s)\b|\bin (the|your) way\b|\blet (you|past)\b/,
  walk_up:
    /\bwalk (up|over) to (people|someone|the person|them|a person)\b|\bshould walk over\b|\bapproach/,
  turn_off:
    /\bturn(ed)? off\b|\brunning\b|\bconserv|\bsparing|\bwast(e|ing)\b|\bsave (water|resources)\b/,
  put_back: /\bgoes? back\b|\bput back\b|\breturn(ed|ing)?\b|\boriginal place|\btidy\b|\borderly\b/,
  wash_up: /\bdishes\b|\btableware\b|\bwashed (up|after|when)\b|\btidy\b|\borderly\b/,
  ask_leave:
    /\bpermission\b|\bprivate\b|\bprivacy\b|\bbeen allowed\b|\bwithout asking\b|\bbelongs to\b|\bown(s|er)\b|\bproperty\b|\bbelongings\b/,
  offer_seat: /\belderly\b|\bolder people\b|\bpriority\b|\bgive up (your|the|a) seat\b/,
} as const;
export type Adjustment = keyof typeof NORM_WORDS;

export const NAMES = {
  person:
    /\b(person|wom[ae]n|m[ae]n|girl|boy|child|lady|gentleman|friend|host|clerk|mother|mom|mum|father|dad|sister|brother|aunt|uncle|cousin|son|daughter|grand(mother|father|ma|pa|parent)|granny|neighbou?r)\b/,
  family:
    /\b(mother|mom|mum|father|dad|sister|brother|aunt|uncle|cousin|son|daughter|grand\w+|granny)\b/,
  elder: /\b(grand\w+|granny|elderly)\b/,
  friend: /\b(friend|host)\b/,
  drink: /\b(juice|water bottle|bottle of water|bottle|soda|lemonade|milk|tea|coffee|cola|drink)\b/,
  food: /\b(bread|sandwich|cake|apple|food)\b/,
  dish: /\b(plate|bowl|dish)\b/,
  faucet: /\b(faucet|tap)\b/,
  crosswalk: /\b(crosswalk|zebra|pedestrian crossing)\b/,
  mop: /\bmop\b(?! (rack|holder|stand|bucket))/,
  mopPlace: /\bmop (rack|holder|stand)\b|\brack\b/,
  stain: /\b(stain|dirt|spill|puddle)\b/,
  seat: /\b(bench|sofa|couch|armchair|chair|seat)\b/,
  counter: /\bcounter\b/,
} as const;
