/** Phrases of sitting down and of offering a seat, in the pattern language of speech-pattern.ts. */
import { patterns } from "./speech-pattern.js";

/** Taking a seat. */
const SEAT_IN_LINE =
  "!in|cushion|cushions|back|covers|belt|mat|to|from|away|upstairs|into|out|number";
export const SEAT_VP = patterns(`
  sit !still|tight|up|through|out|ups
  seat|park|plant|settle @SELF
  be|get seated
  take|have|grab|get|use|accept|claim|occupy|find @DET? @ADJ? @ADJ? seat|seats|chair|stool|armchair ${SEAT_IN_LINE}
  take|have|grab|get|use|accept @DET? @ADJ? @ADJ? seat|chair in the|my|this corner|middle|front|shade
  take|have|use|accept|claim|occupy|grab|get @DET @ADJ? @ADJ? @ADJ? bench|sofa|couch|place|spot|space ${SEAT_IN_LINE}
  have|take a @ADJ? sit|seat
  seat|rest|sit-down $
  have mine
  sit-down
  have|take a? @ADJ? rest|break|breather ~1 here|there|on
  rest|relax|lie here|there|down !in
  rest|relax|lie for|down|a|bit|while? ~2 on @DET @ADJ? @SEAT
  rest for? a|@LITTLE while|bit|moment|minute|little ~1 here|there|on|$
  rest your ~1 legs|feet|bones|knees|back|body
  rest @SELF
  make @SELF comfortable $|on|here|in|there|while|i
  settle|plop down|in|into
  put your feet up
  take the|a weight|load off
  join me|us on|at the|this @SEAT
  take over? from me
`);

/** "(would you like) a seat" */
export const SEAT_NOUN_VP = patterns(`
  @DET @ADJ? @ADJ? @SEAT ${SEAT_IN_LINE}
  a sit|seat|rest|sit-down
  to rest|relax ~1 on|here|there|your
`);

/** "(would you like) it", when a seat has been spoken of. */
export const IT = patterns(`
  it|this|that|them one? $
`);

/** "you take the seat" */
export const YOU_SEAT_VP = patterns(`
  go|come ahead|here? and? sit|rest
  rest here|there|on
  sit !on|in|still|tight|at|there|up
  sit down|here|on|in|there|at !all|every
  take|get|use|have|deserve|need the|my|this|that|it|to|a ~2 @SEAT
  deserve|need|have|get to sit|rest
  be seated
`);

/** "(please) take it", when a seat has been spoken of. */
export const SEAT_IS_YOURS = patterns(`
  it|that|this|one is|should|can be? all? yours|for !to
  it|that|this is|should|can be? all? for you
`);
export const USE_IT_VP = patterns(`
  take|have|use|accept it|this|that|them|those one|ones? !to|from|out|away|back|into|off
`);

/** The speaker gives a seat up. */
export const OFFER_SEAT_VP = patterns(`
  me to give|offer|get|bring|save|find you? @DET @ADJ? @SEAT
  offer|give|get|fetch|bring|find|show|lend|save|keep up? you @SOME|@DET? @ADJ? @ADJ? @SEAT
  offer|give|yield up? my|the|this|a @ADJ? @SEAT
  help you to? sit|take
  interest you in a|my|this @SEAT
  share the|this|my bench|seat|sofa with you
`);

/** Said on its own: "need a seat?", "your seat, Grandma". */
export const SEAT_ALONE = patterns(`
  your seat|chair grandma|grandpa|is|$|awaits
  a? seat|chair for you $
  need|fancy a seat|chair|sit|rest $
  a? seat|chair grandma|grandpa $
`);

/** Statements that offer a seat by themselves. */
export const STATED_SEAT = patterns(`
  @SEAT here|there|left|over|on|next|beside|to ~4 is|was all|still|free|also|now|meant|reserved|open|available? for? yours|you $|if|so|grandma|grandpa|please|i|to|and
  @SEAT is|was all|still|free|also|now|meant|reserved|open|available? for? yours|you !to|sitting
  @SEAT ~4 for you !to|sitting|is
  @SEAT should|must|can|ought|goes|belongs to? go|belong|be? to|for you $|grandma|grandpa|and|please|i
  get you seated|settled|sitting|sat
  there|here is|are ~4 @SEAT ~3 you can|could|may
  here is|are ~2 @SEAT !taken
  @I have|had|am|will? saved|kept|reserved|got|held|found|saving|keeping|giving|offering|leaving|left|brought you @DET @ADJ? @SEAT
  @I offer|give up? you @DET|@SOME @ADJ? @SEAT
  @I have|am|will|would|can|could? ~3 give|offer|giving|offering|yield|save|keep|leave|saved|kept up? @DET @ADJ? @SEAT ~2 for|to you
  @I will|can|would|want|am|could|shall|must ~4 give|offer|giving|offering|leave|save up? you @DET @ADJ? @SEAT
  @I will|can|would|could|am|want|have|must ~4 give|giving|offer|offering up? my @SEAT
  @I am|will getting|get|standing|stand up so you
  you go|sit|rest first|ahead and|to? sit|rest|take
`);
