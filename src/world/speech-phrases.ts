/**
 * Verb phrases and stated phrases of the request rules, in the pattern language of speech-pattern.ts.
 * Each list is one idea; docs/speech.md says in words what it stands for.
 */
import { patterns } from "./speech-pattern.js";

/** "may I ask you to …": the listener acts after all. */
export const ASK_LISTENER = patterns(`
  ask|bother|trouble|beg|request|persuade|invite|urge|get you to
`);

/** "let me …", "allow me to …" */
export const LET_VP = patterns(`
  let|allow|permit me|us to?
`);

/** The speaker goes past the listener. */
export const GO_PAST_VP = patterns(`
  be? let through|past|by|pass
  through|past|by $|you|here|the|this|that|your|to|and|so|for|now|real|quick|then|without|i|between|on
  @GO right|straight|on|across|my? way? through|past
  get|go|squeeze|slip|scoot|walk|slide|move|sneak|edge|nip|pop|step|pass|scooch right|straight? by !bus|car|train|foot|myself|bike|plane|taxi
  come by !later|tomorrow|tonight|today|again|at|on|and|your|the|sometime
  @GO around|behind|between|beside you|here|them|him|her|your|these|those|people
  @GO in between
  pass $|you|here|now|between|behind|on|for|to|so|and|without|then|i
  pass the|this|that|your @BARRIER|people|person|bench
  get|go|reach|come over? to ~5 behind|past you
  get|go|reach|come over|across? to the other side
  have|get|need @SOME? @SOME? @SOME? more? @ROOMY to|$|here|please|so|for
  get|squeeze|slip in here between
`);

/** "may I get to the bear": asked of somebody, it asks for the way there. */
export const GET_TO_VP = patterns(`
  get over|across? to the|that|my|this @ADJ? @ADJ? !@PLACE
`);

/** Going through a room is entering it, not passing a person. */
export const THROUGH_ROOM_VP = patterns(`
  @GO right|straight|on|in? through @THE @ADJ? @INNER
`);

/** What the listener does to clear the way. */
export const WAY_VP = patterns(`
  move|scoot|scooch|shift|slide|shuffle|budge|hop @LITTLE? @LITTLE? @LITTLE? of? @ASIDE
  step|stand|stay @LITTLE? @LITTLE? @LITTLE? of? aside|over|back|away|sideways|left|right|elsewhere|somewhere|along
  step @LITTLE? @LITTLE? @LITTLE? out|off|forward
  move|scoot|scooch|shift|slide|shuffle|budge $|over|up|a|so|for|and|i|now|then|bit
  move|scoot|scooch|shift|slide|shuffle|squeeze|step|stand @LITTLE? @LITTLE? @LITTLE? to one|the|your|a|that|either side|left|right
  move|step|stand|scoot @LITTLE? @LITTLE? @LITTLE? to side
  move|step|stand|scoot|shift|squeeze @LITTLE @LITTLE? @LITTLE? @LITTLE? $|so|for|and|i|further|closer|to
  move|step|stand|scoot|shift|get from|off here|there|the|this|my|our
  move yourself|it $|over|aside
  move your chair|bag|bags|cart|trolley|car|bike|legs|feet|stuff|things|dog|suitcase|stroller|foot|leg
  move|get|step|stand|stay|be|keep|come|go out|off? of|from? my|the|our|this|everyone|his|her way|gap|path|road|entrance|doorway|opening|walkway|gate|passage|hedge|fence
  stand clear|elsewhere|somewhere|aside|back
  step|move|stand farther|further|closer
  get|go|stay|keep aside|clear
  go to the side
  give way !to
  take a|one|two|few @LITTLE? couple? of? step|steps to? @ASIDE|the|one|your
  make|leave|give|clear|spare|open|have me|us|up? @SOME? @SOME? @SOME? @SOME? @ROOMY !number
  clear|free|unblock|vacate up? the|my|our|this|that|up @BARRIER
  open up? the|a @ROOMY
  step|get|come|move off|down? of|from? the|my|our|this path|way|walkway|pavement|track|steps|road
  get up so
  stop|quit blocking|obstructing|standing|hogging
  unblock|vacate the|this|my
  mind your back|backs
  let people|others|everyone through|past|by
  lean|pull in|back|over|aside
`);

/** Statements that ask for the way by themselves. */
export const STATED_WAY = patterns(`
  you are standing|sitting|parked|right|a|bit|kind|of|all? right|bit|of? in my|our|the|everyone way|path
  you are|have kind|sort? of? blocking|obstructing|blocked my|the|our|this
  you are standing ~2 in front of|the my|our|the|way
  one|to|off side|the|one side? please|$
  out|outta of? my|the way
  out|outta the|my? way
  gangway|scooch $
  make a hole
  space|room please|to pass|get|$
  cannot|can not get|pass ~2 with you
  @I can|could not get|pass|fit|go|squeeze through|past|by ~2 with|because|while|you
  need|trying to get|squeeze|sneak|slip|go|pass through|past|by
  coming|passing|squeezing|moving|walking through|by|past $|here|please|now|folks|everyone|excuse|sorry|behind
`);

/** The speaker is helped. */
export const HELP_FOR_SELF_VP = patterns(`
  help|assist me|us
  have|get|use|request|appreciate|ask|beg|do|receive with|you|for? for? your|@SOME? @SOME? @SOME? help|assistance|aid
  count|rely|depend on your|@SOME help|assistance
  have|get|use|do with? your|@SOME? @SOME? helping? hand $|with|here|please|over|lifting|carrying|moving|getting|to
  ask you|of? you? for? @SOME? @ADJ? favor
  ask|get someone|somebody|anyone|anybody to help
`);

/** "(I need) a bit of room to get by" */
export const ROOM_NOUN = patterns(`
  @SOME? @SOME? @SOME? @SOME? @ROOMY to|$|here|for
`);

/** "(I need) some help". */
export const HELP_NOUN = patterns(`
  your|@SOME? @SOME? @SOME? @SOME? help|assistance|aid $|with|from|here|to|in|on|getting|finding|for|carrying|and|reaching|over|if|please|moving|cleaning|picking|now|right|because|i|so|washing
  your|@SOME? helping? hand $|with|here|to|over|getting|carrying|moving|lifting|cleaning|please|if|and|i
  you|someone|somebody|anyone to help|assist
  a @ADJ? favor
`);

/** Statements that ask for help by themselves. */
export const STATED_HELP = patterns(`
  @I am? ask|asking|begging|calling|pleading for your|some|any? help|assistance|aid
  @SOME|your @SOME? @SOME? help|assistance would|will be|really|so|very appreciated|great|helpful|nice|lovely|good|welcome|wonderful
  chance|chances of @SOME|your? @SOME? help|assistance|hand
  would|will|be ~2 grateful|thankful|glad|obliged for|of @SOME|your @SOME? help|assistance
  @I am|are|was|were? struggling|stuck ~4 help
  help needed|wanted
  @I have|got a @ADJ? favor
  favor to ask
  sos $
`);

/** Said on its own: "a little help here". */
export const HELP_ALONE = patterns(`
  @SOME @SOME? @SOME? help $|here|please|over
`);

/** The listener helps. */
export const HELP_VP = patterns(`
  help|assist|aid !yourself|yourselves|himself|herself|themselves|you
  give|lend|offer|hand me|us|him|her|them|a @SOME? @SOME? @SOME? helping? hand|help|assistance|aid !me
  lend|give a helping? hand
  be of @SOME? help|assistance
  do me|us a|the|this|one|another @ADJ? favor|solid !and
  do this|that|something|it|one for|thing me|us|for
`);

/** Help asked for by a bare order: of me, with this, or nothing more said. */
export const ORDER_HELP_VP = patterns(`
  help|assist $|me|us|out|here|with|him|her|please|someone
  give|lend|hand me|us|him|her a|@SOME? @SOME? @SOME? helping? hand|help|assistance
  lend a hand
  do me|us a|the|this|one @ADJ? favor !and
`);

const NOT_A_THING =
  "hand|hands|help|assistance|aid|room|space|way|break|minute|moment|second|sec|time|directions|direction|ride|lift|call|advice|tip|hint|information|info|answer|idea|chance|chances|path|passage|clue|recommendation|recommendations|suggestion|suggestions|shout|ring|look|smile|hug|kiss|route|permission|leave|hint|name|address|number|details|tour";

/** The listener hands over what is theirs. */
export const GIVE_VP = patterns(`
  give|pass|hand|pour|lend|loan|serve|offer|sell|slide|slip|treat|spare me|us to? *
  spare|share @SOME|@DET *
  give|pass|hand|lend|loan|offer @DET|@SOME|it|them ~3 to me|us
`);

const OBJECT = "the|a|an|my|your|it|that|this|them|these|those|some|one|his|her|our|any";

/** "give me a hand", "give me directions": nothing is handed over. */
export const NO_GIFT_VP = patterns(`
  give|pass|hand|lend|offer|spare|share me|us? @SOME|@DET? @SOME? @SOME? @ADJ? ${NOT_A_THING}
`);

/** Errands and small services. */
export const ERRAND_VP = patterns(`
  get|fetch|bring|grab|retrieve|collect|find ${OBJECT}|me|us|out|back
  get|find|call|fetch someone|somebody|anyone
  get|fetch|bring|grab|retrieve|collect ~1 ball|bear|toy|teddy
  pick ~3 up
  pick up ${OBJECT}
  carry|hold|open|close|shut|clean|wash|mop|wipe|lift|push|pull|reach|keep|save|throw|toss|kick|roll|unlock|lock|tidy|remove|set|place|fix|repair|press|drag|dry|rinse|fill|cut|cook|order|buy|deliver|return|put|stop|watch|guard|check|drop|move|pass|hand|send|start|catch|wake|wrap|pour|review|translate|hang|plug|unplug|water|feed|tie|untie|count|charge|print|write|sweep|vacuum|scrub|dust|iron|fold|empty|refill|heat|warm|boil|peel|chop|stir|bake|park|load|unload|pack|unpack|bag|light|adjust|attach|build|hide|raise|lower|steady|measure|weigh|zip|unzip|replace|swap|organize|sort|clear ${OBJECT}|on|out|up|down|off|back
  turn|switch off|on|down|up
  turn|switch ${OBJECT} ~2 off|on|down|up
  take ${OBJECT} !seat|look|moment|minute|second|break|rest|chair|guess|photo|while|bit|nap|walk|deep
  take a photo|picture of
  take @SOME? care of
  look for|after my|the|your|it|this|that
  make|cook me|us|some
  teach|show me|us how to !get|go|find|reach|walk
  teach|show me|us how this|it|that|the ~3 works|work|goes
  teach|show me|us what|this
  give ${OBJECT} ~3 to
  give me|us a lift|ride|boost|leg
  take a look at
  check if|whether
  go|come and|to|in|over? and|to? help|fetch|get
  do ~4 for me|us
  !wait|stop|look|come|slow|pray|thank|say|speak|answer|explain|repeat|tell|be|leave|speak|listen|move|step|sit * ~3 for me|us $|please|with|from|because|since
  throw|toss|kick|roll|reach|find|pass|hand me|us the|my|your|that|this ~1 ball|bear|toy|teddy
`);

/** Errands as bare orders: only those nobody says for another purpose. */
export const ORDER_VP = patterns(`
  get|fetch|bring|grab|retrieve|collect me|us|the|my|your|it|that|this|them|these|those|out|back !own
  pick ~3 up
  pick up ${OBJECT}
  carry|hold|open|close|shut|wash|mop|clean|wipe|lift|push|pull|throw|toss|roll|unlock|put|pass|hand|move the|my|your|this|these|those|that|them
  turn|switch off|on the|that|this|my|it|your
  turn|switch the|that|this|my|it|your ~2 off|on
  get|fetch|bring|grab|retrieve|hold|carry|open|find|pick|save|keep|watch ~5 for me|us
  throw|toss|kick|roll me|us the|my|your|that|this
  save|keep|watch|find my
`);

/** The listener brings the speaker something to eat or drink: their own goods, so leave is asked too. */
export const BRING_FOOD_VP = patterns(`
  get|bring|fetch|grab|make|pour|buy me|us @SOME|@DET? @SOME? @SOME? @ADJ? @DRINK|@FOOD
`);

/** What one asks leave for in "let me …" and after "may I get past and …". */
export const LET_ME_VP = patterns(`
  have|borrow|use|try|taste|drink|enter|keep|pet|in|inside|into
  come|go|step|walk in|inside|into|first|ahead|before|over|to|there
  take|grab @DET|one|it ~9 $
`);
/** More of the same, of one speaker alone: "let us sit" is no request for leave. */
export const LET_ME_ALONE_VP = patterns(`
  sit|rest|stay|join|play
`);
export const TREAT_VP = patterns(`
  then? have|borrow|use|try|taste|drink|enter|join|sit|stay|take|grab|get|pick|fetch|collect|eat
  then? come|go|step|walk in|inside|into|first|ahead|before|over|to|there
  then? leave|wash|open|close|touch|keep|in|inside
`);

/** What follows "may I" without asking leave: offers of help, prefaces, guesses. */
export const NOT_A_REQUEST_VP = patterns(`
  help|assist|aid !myself
  ask you? $|about|why|who|what|when|where|how|if|whether|which
  ask you about|why|who|what|when|where|how|if|whether|something|which|this|that
  ask you? @DET|@SOME? @ADJ? question|questions|something|thing|things
  introduce|assure|congratulate|compliment|thank|apologize|apologise|interest|tempt|remind|inform|warn|promise|guess|imagine|believe|trust|afford|recall|assume|presume
  tell|suggest|explain|recommend|count|understand|wish|add|mention|note|confirm|hear|know|remember|point $|out|you|on|that|the|your|him|her|them|me|us|it|how|what|who|why|my|if|to|a|something|for|is|and|say|where
  say $|that|how|something|you|this|it|i|so|your
  see $|you|that|why|how|what|where|through|your|the|him|them|someone|a
  offer|show|give|bring|get|fetch|buy|pour|make|lend|pass|hand|serve you|him|her|them|everyone|anyone|anybody
  do @SOME|something|anything|that|this|it? ~3 for|about you|him|her
  carry|hold|open|wash|clean|bring|call ~4 for you
  carry|hold|take your bag|bags|coat|luggage|hand|arm|groceries|things
  be !excused|next|first|let|seated|served|in|given|offered|handed
  of help|assistance|service|use
  have been|dropped|left|lost|missed|gone|had
  have|get your? permission|leave|consent to
  have your name|attention|word|number|opinion
  have @SOME? @SOME? @ADJ? minute|moment|second|sec|word|question|guess|time
  do !it|that|this|so|some|a|my|the
  see|spot|find|hear no|your|it|nothing|nobody
  finish|wait|hardly|barely|always|never|still|already
  bother|trouble|disturb you $|for a|@SOME $|moment|minute|second|sec|bit
  take care|responsibility|turns|over
  come back|home
  not
`);

/** What a plan ("I'll …") has to be about for a tag ("if that's ok") to make it a request. */
export const NOT_A_PLAN_VP = patterns(`
  not|be|wait|stand|you
  help you|him|her|them
  step|move|go|come aside|around|away|home|back|over
  have|need to wait|stand
`);

/** Asking the way, in the words of a request for leave; the rules of directions decide. */
export const DIRECTION_VP = patterns(`
  ask|bother|trouble you? for|about? @SOME|the? directions|where|how|which|way|route
  have|get|use|need|request|do with? @SOME? directions
  know where|how|which|what|the|if|whether|when|who|why|your
  find|locate|reach @DET|@SOME? @ADJ? @ADJ? @PLACE
  find|locate something|somewhere|anything|anywhere|a to|place|spot
  get|go|walk|drive over? to @DET? @ADJ? @ADJ? @EATERY|station|hotel|park|museum|bus|train|library|bank|market|hospital|pharmacy|airport
  eat|dine|lunch $|around|near|nearby|here|close|in
`);

/** A wish for a thing ("I'd like some juice"). */
export const WISH_VP = patterns(`
  to? request|order|ask you? for? @DET|@SOME? @DET|@SOME? @DET|@SOME? @ADJ? @THING
  @DET|@SOME @DET|@SOME? @DET|@SOME? @ADJ? @THING
  @THING $|if|please|from|with|and|too
  one|some $|of|if|please|too
  something|anything to|cold drink|eat|refreshing|to
  to? have|borrow|use|try|taste|order|drink|get @DET|@SOME @SOME? @SOME? @ADJ? @DRINK|@FOOD|bottle|can|glass|cup|bottles|cans
  to? have|borrow|use|try @DET|@SOME? @ADJ? @THING|one|it|this|that|bathroom|toilet|restroom|tap|sink|faucet|phone
  to? have|try one|some|this|that|it
`);

/** A bare "(some) water, please". */
export const THING_ALONE = patterns(`
  @SOME|@DET|two|three @SOME? @SOME? @ADJ? @DRINK|@FOOD|bottle|can|cup|glass $
  @DRINK|* @DRINK|bottle $
  @SOME|@DET|two|three @ADJ? * of @ADJ? @THING $
`);

/** Any chance of a drink. */
export const CHANCE_OF_THING = patterns(`
  chance|chances|possibility of getting|having? @SOME|@DET? @SOME? @ADJ? @THING|one
  anything|something|any|some @THING? to? @THING? that|which? @I can|could|may have|drink|take|eat|use|borrow
  @THING up for grabs
  @THING that|which|for|me? @I can|could|may have|drink|take|eat|use|borrow
  have|got|spare|you|is|be ~4 @DRINK|@FOOD|bottle|can for me|us $
`);
