/**
 * Heads of requests: the words that say who is to act, before the words that say what. Rule numbers
 * are those of docs/speech.md.
 */
import { PatternTable } from "./speech-pattern.js";

/**
 * self: the speaker asks for leave. listener: the listener is asked to act. suggestion: what the
 * listener may or should do. you: "you …". wish, plan: what the speaker wants or is going to do.
 */
export type Kind = "self" | "listener" | "suggestion" | "you" | "wish" | "plan";
export type Need =
  /** holds only as a question, after "I wonder", "let me know"…, or at the start of a clause */
  | "asked"
  /** holds only after "I wonder", "let me know", "I'd be grateful"… */
  | "wondered"
  /** the verb is in another form than its base ("mind moving", "mind if I moved") */
  | "inflected"
  /** a plain statement that only its question mark makes a request ("so I can take this?") */
  | "declared"
  /** asked for somebody else: only what one asks leave for ("can he have …") */
  | "treat"
  /** it is the speaker who asks ("I want to ask", "let me ask") */
  | "mine"
  /** the sentence has its question mark */
  | "question"
  /** stands at the start of a clause */
  | "clause";

export interface Head {
  kind: Kind;
  needs: readonly Need[];
}

const head = (kind: Kind, ...needs: Need[]): Head => ({ kind, needs });
const rows = (value: Head, source: string): [string, Head][] =>
  source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => [line, value]);

/** R2 to R6: the heads. */
export const HEADS = new PatternTable<Head>([
  // R2 the speaker asks for leave
  ...rows(
    head("self"),
    `
    @MAY not? @I not?
    @MAY not? @I not? be @ALLOWED to?
    @MAY @I be so|that? bold|free|rude|forward|cheeky as? to
    would|will|could @I be @ALLOWED to
    may|can|could|might @I have|get your? permission to
    am|are @I not? @ALLOWED to|in|inside
    are|is guests|visitors|people|customers|anyone|anybody|everyone @ALLOWED to
    do @I have your? permission|leave|consent|blessing|approval|ok|go-ahead to
    do @I have your? permission|leave|consent|blessing|approval $
    am|are @I good|clear|cool|fine to
    does|do|would you|anyone|anybody have a problem|objection|objections|issue with|to|if
    @I request to
    @I request|ask that @I may|can|be allowed? to?
    what would you say if @I
    @I would? like|love|want|need|wish|request your|the|to? permission|leave|consent|blessing|approval|ok|go-ahead to
    @I am|are? asking|requesting|seeking you? for? your? permission|leave|consent to
    would|could|can|will|do you give|grant me|us your? permission|leave|consent to
    would|could|can|will|do you give|grant me|us your? permission|leave|consent $
    @I would? like|love|want|need your permission|leave|consent|blessing|approval|ok $|before|first|for|if|and|please
    @MAY my|our * and? i?
    @MAY one take|have|use|enter|sit|borrow
    was|were|am|are|have|been hoping that? @I @MAY|would?
    was|were|am|are hoping to
    how|what about you? letting|let me|us`,
  ),
  ...rows(
    head("self", "clause"),
    "good|cool to take|grab|use|enter|borrow|have !you\npermission|ok to\nok|fine|cool if @I can|could|may?\npermission $",
  ),
  ...rows(
    head("self", "asked"),
    `
    @OK for me|us|guests|visitors to
    @OK to
    room|space for? me|us? to
    room|space so|that|for? @I can|could
    chance|chances|way|possibility|option that|for? @I can|could|may|might
    chance|chances|way|possibility|option for me|us to`,
  ),
  ...rows(
    head("self", "asked", "inflected"),
    `
    @ASKY ~4 if|that @I can|could|may|might?
    @ASKY with|to|about|of|if? me|us|my|our`,
  ),
  ...rows(
    head("self", "asked", "declared"),
    "@I can|may|could\n@I do not suppose|think @I can|could|may|might",
  ),
  ...rows(
    head("self", "mine"),
    "ask|request|get for? you? for? your? permission|leave|consent to|before|first|$",
  ),
  ...rows(head("self", "treat"), "@MAY he|she|they"),
  ...rows(head("self", "question", "treat"), "free|available for? me|us? to"),
  ...rows(head("self", "question", "treat", "inflected"), "if @I can|could|may|might?"),
  ...rows(head("self", "asked", "treat"), "@OK with|by? you? if he|she|they can|could|may?"),
  ...rows(
    head("self", "inflected"),
    `
    you would|do|will not mind it? if @I
    you would|do|will not mind me|us|my|our
    you would|do|will mind if @I
    any|an objection|objections if @I
    any|an objection|objections to me|us|my|our
    feel|think about|of me|us|my|our
    mind if my|our|the ~1 *`,
  ),
  ...rows(head("self", "clause", "inflected"), "mind if @I\nmind me|us|my|our"),
  ...rows(
    head("self"),
    "do|would|did you? think|suppose|reckon|guess that? @I can|could|may|might",
  ),
  ...rows(
    head("self", "wondered"),
    `
    if|whether|that @I can|could|may|might
    if|whether|that @I can|could|may|might be @ALLOWED to?
    if|whether @I am|are|is|was|were @ALLOWED to
    for me|us to`,
  ),
  // R3 the speaker asks the listener to do something
  ...rows(
    head("listener"),
    `
    @WILL not? you|anyone|anybody|someone|somebody|everyone
    @WILL not? you|anyone|anybody|someone|somebody|everyone be able|willing|ready|happy|free|prepared to
    @WILL not? one|any|either|some of you
    @WILL not? you be so|that? kind|good|nice|sweet|generous|helpful|gracious|considerate as|enough? to|and
    @WILL not? you be a @ADJ? dear|star|sweetheart|darling|angel|love|help|pal|friend and|to
    @WILL not? you do me|us a @ADJ? favor and|by|to?
    @WILL not? you find it in you|your ~2 to
    @WILL not? you find a moment|minute to
    are|is you|anyone|anybody|someone|somebody able|willing|free|available|happy to
    who|which|anyone|anybody|someone|somebody can|could|would
    @I need|want|would|am|was|ask|beg|request|expect|require like|love|want|need|asking|begging|requesting|prefer? for? you|someone|somebody to
    be so? kind|good|nice enough|as to
    be a dear|star|sweetheart|darling|angel|love and
    how|what about you`,
  ),
  ...rows(
    head("listener", "asked"),
    `
    @OK for you|someone|somebody to
    trouble|bother|hurt|kill|inconvenience|hard for? you to
    much to? ask? if? you to|could
    chance|chances|way|possibility that|for|of? you|someone|somebody can|could|would|might|will|to?`,
  ),
  ...rows(
    head("listener", "inflected"),
    `
    do|does|would|will not? you|anyone|anybody|someone|somebody mind it|too|very|much?
    chance|chances|possibility of you|your?
    ok|fine|happy|comfortable|cool with !you|me|us|my|our
    any chance of`,
  ),
  ...rows(head("listener", "clause", "inflected"), "mind"),
  ...rows(
    head("listener", "clause"),
    "someone|somebody|anyone|anybody !put|set|cut|let|hit|hurt|should|must|may|will",
  ),
  ...rows(head("listener", "question", "inflected"), "@ASKY ~3 if|that you"),
  ...rows(
    head("listener", "wondered", "inflected"),
    "if|whether|that you|someone|anyone can|could|would|might?",
  ),
  ...rows(
    head("listener"),
    `
    do|does|would you|anyone|anybody have ~3 minute|minutes|moment|time|second|sec to
    @WILL you spare|take|find|have a|@SOME @SOME? minute|moment|time|second|sec to
    do you feel like
    would|do you care to
    do you want|wish to`,
  ),
  ...rows(head("listener"), "do|would you think|suppose|reckon that? you can|could|would|might"),
  ...rows(
    head("listener", "wondered"),
    `
    if|whether|that you can|could|would|will|might|may
    if|whether|that you can|could|would|will|might|may be able|willing|ready|happy|free|prepared to
    if|whether you are|were able|willing to
    you can|could|would|might
    for you to`,
  ),
  // R4 what is said for the listener's own good: only an offered seat counts
  ...rows(
    head("suggestion"),
    `
    would not? you rather|like|want|prefer|care|wish|need|feel|fancy like? to?
    do not? you rather|want|prefer|care|wish|need|feel|fancy like? to?
    are not you going to
    are you sure you would|do? not? want|like|rather|prefer to?
    how|what about a?
    you could|can use
    @I would|am|will love|prefer|rather|happier|happy|like|insist|suggest|be that|if|it|when|honored|glad|delighted|grateful|happier? if|when|that? you
    pleasure|honor|privilege if you|to let|see? you?
    why not
    why do|would not you|we
    why do|would not we let|have you
    why you do not
    you would? can|may|should|must|could|might|better|need|have|ought|want|like|prefer|rather|deserve to?
    you are|were more? than? welcome|free|invited|allowed|supposed to
    you be|are my guest and
    feel free|welcome to
    your|the turn|time|chance to
    fair|best|better|right|proper|nice|good|wise|important|comfortable|happier|nicer that|if|when|for you to?
    you should|must|can|could be the one to|who
    @OK for you to
    @OK if you
    go ahead and|then|just?
    @I think|suggest|insist|recommend|propose|prefer|believe|say|guess on|that? you|your? can|should|may?
    @I can|will|would|must|could|should? let you
    let|allow you|yourself
    place|spot|seat|bench|chair for you to
    where you can|could|may|might
    so|that you can|could|may|might
    if you would? want|like|need|wish|prefer|care|feel to|like?
    @I would|am|will like|love|prefer|be|want|asking|rather|happy|glad|prefer? for|if? you to
    @I want|need you to|in?`,
  ),
  ...rows(head("suggestion", "clause"), "want|care|like|wish|prefer|fancy|need|care to|for?\ndo"),
  ...rows(head("you", "clause"), "you"),
  ...rows(head("you"), "and|but|so|then|while you"),
  // R6 a plan or wish of the speaker's own: a request only with a tag
  ...rows(
    head("wish"),
    `
    @I do? need|want|have|hope|wish|try to
    @I would|am|was|were|had|have like|love|trying|hoping|wanting|got|having|prefer|want|need|wanted|been to|trying to?
    @I must
    @I need|want|require
    @I would|could like|love|appreciate|use|fancy|do|enjoy|need with?
    @I am in need of`,
  ),
  ...rows(head("wish", "clause"), "need|trying|want to?"),
  ...rows(
    head("plan"),
    `
    @I will|shall|might
    @I am|are going|about|planning|gonna|thinking|intending|coming to|of?
    @I plan|intend|mean to
    @I was|were|had going|planning|thinking|hoping|about to|of?
    @I would like|love|want|prefer to
    @I would take|grab|have|use|borrow|go|come|enter|pick|fetch|get
    @I want|need|have to
    before|if|when @I !can|could|may|might|would`,
  ),
]);

/** R5: phrases after which "if I could", "whether you would" ask. They end right before "if". */
export const WONDERING = new PatternTable<true>(
  rows(
    head("self"),
    `
    wonder|wondering
    let|lets me|us know
    tell|inform me|us
    say
    ask|asking|check|checking|see|inquire|enquire|confirm|know you?
    appreciate it|that?
    great|nice|lovely|helpful|good|wonderful|perfect|best|awesome|amazing|appreciated|kind|fantastic|better|super|cool|ideal of|from? you?
    grateful|thankful|obliged|delighted|glad|happy|pleased|indebted|honored
    hope|hoping
    help me|us? a? lot?
    mean a lot|world to? me?
    love|like|prefer it
    possible`,
  ).map(([source]) => [source, true] as const),
);
/** "ask", "check", "know" wonder only when it is the speaker who wants to. */
export const MUST_BE_MINE = new Set([
  "ask",
  "asking",
  "check",
  "checking",
  "see",
  "know",
  "inquire",
  "enquire",
  "confirm",
  "say",
  "tell",
  "inform",
]);
