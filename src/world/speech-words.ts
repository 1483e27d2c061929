/**
 * The word classes that the rules of the recogniser name as @CLASS, and a few sets that reading needs.
 * Everything is lower case, American spelling, contractions written out ("all right" and "okay" are "ok").
 */

const list = (text: string): string[] => text.trim().split(/\s+/);

/** "short = long; …" as a map. */
export function pairs(text: string): ReadonlyMap<string, string> {
  const rows = text.split(";").map((row) => row.split("=").map((side) => side.trim()));
  return new Map(rows.map(([from = "", to = ""]) => [from, to]));
}

/** How one addresses a stranger or a pal: never part of what is asked. */
export const PLAIN_VOCATIVES: ReadonlySet<string> = new Set(
  list("sir madam miss mister mate buddy pal dude bro folks guys sweetie honey darling"),
);

export const FAMILY: ReadonlySet<string> = new Set(
  list(`grandma grandpa grandmother grandfather granny grandad granddad gran nan nana nanna gramps grandparent
  mum mom mommy mummy mother mama dad daddy father papa aunt auntie uncle sister brother sis son daughter cousin
  friend friends dear love everyone everybody all neighbor`),
);

/** Verbs that hand over to somebody else's words (past and third person; "tell me" asks, "told me" reports). */
export const REPORTING: ReadonlySet<string> = new Set(
  list(`said says say saying asked asks told tells yelled yells shouted shouts wrote writes reads answered answers
  replied replies wondered wonders whispered whispers begged begs cried cries called goes announced called titled marked
  sign signs note notice label poster states stated like means meant heard overheard`),
);

export const DETERMINERS: ReadonlySet<string> = new Set(
  list(
    "the a an my your his her its our their this that these those some any another no each every one of old",
  ),
);

/** What may follow "it's", "the ball's" when they mean "is". */
export const LOCATIVE_STARTS: ReadonlySet<string> = new Set(
  list(`in on under underneath beneath below behind beside besides next near by inside within at between over right there
  here upstairs downstairs outside lying sitting just still up down against ok fine around across hidden stuck located gone hiding resting
  rolled fallen not all probably somewhere close to`),
);

const SEATS = "seat seats chair bench sofa couch stool armchair spot place";
const ROOMS = `bedroom bedrooms room rooms kitchen bathroom house home apartment flat office study garage cellar basement attic
  closet lounge cabin hall hallway toilet loo restroom washroom living dining guest pantry nursery garden yard balcony store shop building`;
const EATERIES = `restaurant restaurants cafe cafes cafeteria canteen diner diners bistro eatery eateries pizzeria bakery bakeries
  deli buffet steakhouse pub pubs bar bars takeaway takeout coffeehouse teahouse brasserie trattoria ramen sushi burger foodcourt chippy`;
const PLACES = `${EATERIES} ${ROOMS} coffee food station stop airport hotel hotels hostel mall market supermarket supermarkets
  grocery pharmacy drugstore chemist hospital clinic bank atm museum library park school university church street avenue road square
  plaza bridge city town downtown center centre post toilets exit entrance elevator lift stairs escalator reception gate beach
  cinema theatre theater stadium gym pool harbor crossing crosswalk metro subway tube bus train taxi parking address shops stores
  zoo gallery galleries fountain kiosk castle cathedral port ferry terminal platform village lake river trail campus`;
const MEALS =
  "food lunch dinner breakfast brunch supper meal meals bite eat snack dine coffee eats cuisine pizza";
const DRINKS = `juice drink drinks water soda sodas coke cola milk tea coffee beer wine lemonade beverage beverages smoothie
  cocoa sip refreshment refreshments cider espresso latte`;
const FOODS = `bread cake cookie cookies biscuit biscuits snack snacks sandwich sandwiches fruit apple apples banana candy
  chocolate food bite slice pizza soup salad toast cheese crisps chips nuts pie pastry muffin donut lunch`;
const THINGS = `${DRINKS} ${FOODS} bottle bottles can cans glass cup cups mug plate bowl tray ball pen pencil book books phone charger
  towel mop broom bucket bear teddy toy toys umbrella key keys map napkin tissue straw spoon fork knife blanket pillow soap sponge box`;
const GO =
  "get go come pass squeeze slip step move walk scoot slide edge run fit head cut push sneak nip pop scooch climb cross make";

export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  I: list("i we"),
  MAY: list("may can could might"),
  WILL: list("can could will would might"),
  DET: list("the a an my your his her its our their this that these those some any another one"),
  THE: list("the my your his her its our their this that these those"),
  ADJ: list(`nice good great best closest nearest nearby next last free empty open only other first new old little small big bit
    quick own single available remaining decent local comfortable same cheap lovely right left main left-hand right-hand front back
    brown red blue green yellow white black orange pink extra couple pair of few more tasty cold fresh quickest fastest shortest
    easiest lot spare vacant decent tasty fancy cozy cosy quiet famous traditional italian chinese mexican indian thai japanese french greek
    korean turkish vegan vegetarian reasonable affordable inexpensive authentic popular proper well-known family seafood fast public central
    wooden metal soccer football tennis beach rubber plastic toy favorite missing lost stuffed fluffy delicious refreshing yummy chilled
    ice-cold fruit mineral sparkling orange-flavored tall large tiny round bright dark grey gray purple brand-new pleasant beautiful
    suitable cute shiny striped used dirty clean full half better worthwhile recommended local-run budget huge second third one two whole`),
  SEAT: list(SEATS),
  ROOM: list(ROOMS),
  FURNITURE:
    list(`bed desk table wardrobe chair sofa couch shelf bookshelf dresser nightstand closet cupboard drawer cot crib
    basket rug`),
  INNER: list(
    "bedroom room rooms kitchen bathroom house home apartment flat office study garage cellar basement attic closet lounge living dining guest",
  ),
  PLACE: list(PLACES),
  EATERY: list(EATERIES),
  MEAL: list(MEALS),
  DRINK: list(DRINKS),
  FOOD: list(FOODS),
  THING: list(THINGS),
  SOMEWHERE: list("place places somewhere anywhere spot spots someplace anyplace"),
  GO: list(GO),
  OK: list(`ok fine possible permitted permissible allowed acceptable cool convenient appropriate rude impolite bother trouble
    problem imposition inconvenience inconvenient good-with`),
  ASKY: list(`ok fine possible permitted permissible allowed acceptable cool convenient appropriate rude impolite bother trouble problem
    inconvenience mind disturb upset annoy hurt object objection objections against comfortable uncomfortable happy alright offended angry
    opposed wrong weird bothered care willing`),
  ALLOWED: list("allowed permitted free welcome able authorized authorised entitled"),
  LITTLE: list(
    "a an one the some any your just little bit touch tad step inch few steps bits wee over",
  ),
  ASIDE: list(
    "aside over back away out along up off sideways left right forward elsewhere somewhere",
  ),
  SOME: list("a an some any your the little bit of more enough one lot bit-of tiny small"),
  ROOMY: list("way room space passage path gap"),
  BARRIER: list(
    "way path passage gap entrance doorway gate opening road exit aisle door hedge fence route walkway corridor",
  ),
  SELF: list("yourself yourselves"),
  PERSON:
    list(`man woman men women boy girl person people lady gentleman guy kid kids child children baby waiter clerk teacher
    host guest guests owner he she who you i we anyone someone somebody nobody everybody everyone ${[...FAMILY].join(" ")}`),
  PREPOSITION:
    list(`in on under underneath beneath below behind beside besides near by inside within at between against into onto
    atop above around among across over outside beyond past down up along through off`),
};

/** The small words of the language: never a name, never content. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  list(`i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those
  who whom whose which what when where why how a an the some any no none not never nobody nothing each every all both either neither
  and or but so because since though although while if whether unless until than then as of in on at by for with without about into
  onto from to off up down out over under again through past around behind between beside besides next near inside outside within
  is are was were be been being am do does did done have has had having will would shall should can could may might must ought
  need let let's there here now today tomorrow yesterday tonight soon later still already yet always usually often sometimes
  yes yeah yep no nope ok fine sure thanks thank sorry pardon excuse hello hi hey hiya howdy greetings goodbye bye cheers
  too much many more most less few little lot lots bit quite rather enough only one ones two three four five other another same such
  good great nice bad right left well look see listen anything something everything anyone someone somebody anybody everyone
  mr mrs ms dr am pm else instead together alone back away aside along ahead first last once it's sir wait yours oi welcome
  morning afternoon evening night day please just maybe actually really however therefore otherwise also amp apologies before after during against toward towards via per`),
);

/** Common verbs, in the forms that meet the rules. */
export const VERBS: ReadonlySet<string> = new Set(
  list(`get go come take give have use make move step sit stand rest help assist fetch bring grab pick carry hold open
  close shut turn switch wash clean mop wipe put lift push pull reach watch keep save find throw toss kick roll drop return look check
  borrow enter drink eat try ask tell say know think hope wish want need like love mind wonder let allow permit pass squeeze slip
  scoot shift budge clear block stop wait stay leave lend hand pour spare share offer serve show point direct guide lead recommend
  suggest see hear feel call speak talk walk run follow touch play work join visit thank appreciate permit relax insist please
  retrieve collect remove set place lie lies fell rolled found saw left spotted noticed went landed moving going coming trying
  looking asking wondering blocking standing sitting passing getting taking grabbing knock eating drinking washing waiting
  called came asked told said took gave helped washed cleaned ate drank happen happened lost stuck`),
);

/** Words of the language that no rule needs to read as a name. */
export const KNOWN: ReadonlySet<string> = new Set([
  ...FUNCTION_WORDS,
  ...VERBS,
  ...Object.values(CLASSES).flat(),
]);

/** Base forms that "would you mind …ing" and "mind if I …ed" are led back to. */
const BASE_FORMS =
  list(`${GO} take give have use sit stand rest help assist fetch bring grab pick carry hold open close shut turn switch
  wash clean mop wipe put lift push pull reach watch keep save find throw toss kick roll drop return look check borrow enter drink eat
  try ask tell let allow permit shift budge clear stop leave lend hand pour spare share offer serve show point direct guide lead recommend
  suggest retrieve collect lean shuffle unblock vacate free loan sell do relax hop pause excuse be say join wait play interrupt`);

const IRREGULAR = pairs(`
  got = get; getting = get; went = go; came = come; coming = come; ran = run; running = run;
  cut = cut; took = take; taking = take; gave = give; giving = give; had = have; having = have;
  used = use; using = use; made = make; making = make; sat = sit; sitting = sit; stood = stand;
  brought = bring; held = hold; shut = shut; put = put; putting = put; kept = keep; found = find;
  threw = throw; drank = drink; ate = eat; tried = try; told = tell; let = let; letting = let;
  left = leave; lent = lend; led = lead; fit = fit; fitting = fit; was = be; being = be;
  closing = close; moving = move; squeezing = squeeze; sliding = slide; edging = edge;
  budging = budge; scooching = scooch; excusing = excuse; excused = excuse; sold = sell;
  did = do; doing = do; said = say; wiping = wipe; saving = save; sharing = share;
  serving = serve; retrieving = retrieve
`);

const BASES = new Set(BASE_FORMS);

/** The base form of a verb as the rules know it ("moving" and "moved" are "move"); other words unchanged. */
export function baseForm(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  for (const ending of ["ing", "ed", "d", "s"]) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    for (const candidate of [stem, `${stem}e`, stem.slice(0, -1)])
      if (BASES.has(candidate)) return candidate;
  }
  return word;
}

/** Introduce a clause or call for attention: what follows may be an imperative. */
export const LEADERS: ReadonlySet<string> = new Set(
  list(`and or but so then because hello hi hey hiya yes yeah ok no sorry thanks sir now alright come here friend friends dear
  look listen see first instead therefore ${[...FAMILY].join(" ")}`),
);
