/** Phrases of asking the way (R8 of docs/speech.md), in the pattern language of speech-pattern.ts. */
import { patterns } from "./speech-pattern.js";

/** A place, or somewhere to eat. */
export const WHERE = patterns(`
  where is|are|can|could|might|would|do|does|should|may|to|in|around|near|abouts
  where the|a|this|that|i|we|there|you|people|one|your|my|to|some|any
  whereabouts is|are|can|could|do
`);

export const WHERE_PLACE = patterns(`
  where|whereabouts is|are @DET? @ADJ? @ADJ? @PLACE
  where|whereabouts is|are @DET? @ADJ? * @PLACE
  where|whereabouts is|are there? @DET|@SOME? @ADJ? @SOMEWHERE|@PLACE
  where the|a|this|that|some|any|my|your @ADJ? @ADJ? @PLACE
  where the|a|some|any @ADJ? * @PLACE is|are
  where there is|are ~4 @PLACE
  where can|could|might|would there be ~3 @PLACE|somewhere|something
  where ~1 am|are @I $|now|exactly|right|on
  where can|could|do|i|we|you|one can|could|i|we|you|one|people buy
  where is there ~3 @PLACE|somewhere|something
  where can|could|might|would|do|does|should|may|to|i|we|you|people|one|in|around|near ~4 eat|dine|lunch
  where can|could|might|would|do|does|should|may i|we|you|one|people ~1 find|get|buy|have|grab|order|go|try|locate|reach|catch for? to? get? @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@MEAL|@DRINK|@FOOD|something|somewhere|anything
  where i|we|you|one|people can|could|might|should|may|would find|get|buy|have|grab|order|go|catch for? to? @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@MEAL|@DRINK|@FOOD|something|somewhere|anything
  where is ~1 good ~2 eat
  where to eat|go|dine|lunch|get|find|have|grab
  where can|could|should|do|would|shall i|we go $|to|for|if|from|now
`);

export const ROUTE = patterns(`
  how do|does|can|could|would|should|might|may|to|i|we|you|one i|we|you|one|someone|people|can|could|get|go|would|should get|go|reach|find|walk|drive|travel|come? there|to|from|over|back|in|into|out|here|home|@PLACE
  how do|does|can|could|would|should|might|may i|we|you|one|people ~1 reach|find|locate|get @DET? @ADJ? @ADJ? @PLACE
  how to reach|find|locate @DET? @ADJ? @ADJ? @PLACE
  how to get|go|walk|drive there|to|over|back
  how i|we|one|you can|could|would|should|might|get|gets|reach|find|go|goes get|go|reach|find|walk|to? there|to|the|a|from|over|@PLACE
  how far away? is|are ~6 @PLACE
  how far from here
  are|am @I far|near|close from|to ~3 @PLACE
  how long ~5 to|get|walk|go ~4 @PLACE
  what is|are the address|location|name of ~2 @PLACE
  where do|would|should|could you recommend|suggest
  is|are there ~3 @SOMEWHERE near|nearby|around|close
  am @I going|heading|walking|on ~3 right|way|direction
  is this the right way|road|street|direction $|to|for
  what is|are there|nearby|around? ~2 eat
  is|are there ~1 food near|nearby|around|close
  is it very|too? far|close|near|long to|from ~3 @PLACE
  which|what way|direction|road|street|route|path|exit|bus|train|turn|turning is|to|the|leads|goes|takes|for|should|do|does|can|must|would|towards|toward
  which ~4 goes|leads|takes to|me|us|there
  in|is which|what direction is|are
  what street|road|floor|side|part ~2 is|are ~3 @PLACE
  which is|are the|your @ADJ? @ADJ? way|route|road|path to|from|there
  how far the|a|your ~3 @PLACE is
  what is|are the|your @ADJ? @ADJ? way|route|road|path|directions to|from|there
  what is|are the|a|some|your @ADJ? @ADJ? @PLACE $|near|nearby|around|here|in|close|from|you
  what is|are the|a|some @ADJ @SOMEWHERE to|for|where|nearby
  what|which @ADJ? @EATERY|places|hotels|shops|stores is|are|would|do|should|can|near|around|nearby
  is|are there ~3 @PLACE $|near|nearby|around|close|here|in|within|that|which|you|open|somewhere|on|not|i|we|where|at|by|along
  is|are there ~3 @SOMEWHERE ~2 eat|lunch|dinner|food|breakfast|meal|bite|serves|coffee|get|grab|dine
  is|are there ~2 something|anything|anywhere ~3 eat around|near|nearby|close|here
  is|are there anything|something|anywhere|somewhere around|near|nearby|close
  is this|that way to
  do|does you|anyone have|got a map
  is this|that|it|here the @ADJ? way|road|path|route|direction|street to|for|towards
  does|do this|that|the|it road|street|path|bus|way|train lead|go|take|get to
  is|are the ~2 @PLACE far|near|nearby|close|around|this|that|on|in|along|down|up
  do|should|can|must|would i turn|go|take|keep|walk|head ~6 to|for @DET? @ADJ? @PLACE
  know|heard of|about? @DET|@SOME? @SOME? @ADJ? @ADJ? @EATERY
  know|heard of|about? @DET|@SOME? @ADJ? @PLACE near|nearby|around|close|here|in|where|that
  know|heard of|about? @DET|@SOME? @SOME? @ADJ? @SOMEWHERE ~3 eat|lunch|dinner|food|breakfast|meal|bite|serves|coffee|grab|dine
  know if|whether there is|are ~4 @PLACE|place|somewhere|anywhere
  if|whether there is|are ~4 @EATERY|cafes|hotels|shops|nearby
  know the @ADJ? way|route|directions|path|address|location|road to|of|for|there|from|$
  know how|which|where
  idea|ideas|recommendations|recommendation|suggestions|suggestion|tips|advice where|for|on|about|of ~5 @PLACE|@MEAL|places
  idea|ideas where|how|which
  idea|ideas about|of? the|a @ADJ? way|route
`);

export const GUIDE = patterns(`
  give me|us the|a @ADJ? way|route|path|directions|address|location
  tell|telling|show|showing|explain|describe|point|find|teach|ask me|us|you|out|for|to? the|a|some|any? @ADJ? way|route|path|directions|direction|road|address|location|shortcut
  ask|asking|need|want|get|have|give|like|use|provide|request|for|with|any|some|me|us|you|your directions to|for|$|from|on|please|toward|towards|if|of|and
  point|direct|guide|lead|steer|walk|take|pointing|directing|guiding|leading|taking me|us|you|them to|toward|towards|in|at|there|into|right|over ~6 @PLACE|direction|somewhere|place|eat|food|way|there
  guide|direct|steer|guiding|directing|steering me|us to|toward|towards @DET @ADJ? *
  looking|searching|look|search for the|a|my @ADJ? way|route|road|path to|from|back|home|out|into
  point out ~3 @PLACE
  point|direct me|us $|there
  show me|us ~4 map
  recommend|suggest|recommending|suggesting me|us? @DET|@SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE
  recommend|suggest|recommending|suggesting ~5 eat|lunch|dinner|food|breakfast|restaurant
  recommend|suggest where
  location|address|whereabouts of ~2 @PLACE
  tell me|us about|of ~2 @PLACE
  help finding|locating|reaching|getting|to ~4 @PLACE|somewhere|way|place
  help me|us find|get|reach|locate|to ~3 @PLACE|somewhere|way
  looking|searching|hunting|look|search around? for @DET|@SOME? @SOME? @ADJ? @ADJ? * @PLACE
  looking|searching|hunting|look|search around? for @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE !for|with
  looking|searching for something|anything|anywhere ~2 eat
  trying|need|want|like|hoping|have|wish|supposed to find|reach|locate @DET|@SOME? @SOME? @ADJ? @ADJ? * @PLACE
  trying|need|want|like|hoping|have|wish|supposed to find|reach|locate @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE|something
  trying|hoping|need|want|have to get|go|walk|make to|there @DET? @ADJ? @ADJ? @EATERY|station|hotel|hospital|museum|library|airport|market|supermarket|pharmacy|bank
  am after @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE !for|with
  in search of ~4 @PLACE|@SOMEWHERE
  find my way
`);

export const LOST = patterns(`
  i|we am|are|seem|think|got|might|may|have|be|get|to|a|bit|completely|totally|i|little|think|guess|appear|feel|become|gotten ~5 lost $|here|and|in|can|could|where|how|so|trying|do|would|around|because
  i|we have? lost my|our way
  @SOME? good @PLACE|places|place near|nearby|around|close|here
  any|some ~2 @PLACE|places nearby|near|around|round|close|here|you|in
  any|some ~2 @SOMEWHERE to|where|for eat|lunch|dinner|i|we|food
  the|a @ADJ? @PLACE $
  nearest|closest @PLACE $
  anywhere|somewhere|anyplace ~1 to|for eat|lunch|dinner|food
  @EATERY|station|toilet|toilets|bathroom|exit near|nearby|anywhere|around? $
`);

export const EATING = patterns(`
  @SOMEWHERE ~3 eat|lunch|dinner|breakfast|food|meal|bite|dine|coffee|drink
  something|anything|anywhere|somewhere ~2 eat
  food|lunch|dinner|breakfast|meal|bite near|nearby|around|round|here|close|in
`);

export const CUE = patterns(`
  where|whereabouts|way|direction|directions|route|nearby|nearest|closest|recommend|recommends|recommendation|recommendations|suggest|suggestion|suggestions|far|located|tips
  near|around|round|close here|by|to|this|us|me|you
  to|on the|your left|right
  how do|can|could|to|would|should i|we|one|you|get|find|reach
  know|any|some of|any|a|where|good|nice|some
  point|guide|direct|find|reach|tell|show|help me|us|a|the|any|some|my
  in|within this|the|walking area|neighborhood|distance|vicinity|part|town
`);

export const WHERE_IT = patterns(
  "know|tell|me|idea|ideas where $\nwhere it|that|this|they is|are\nwhere is|are it|that|they\nhow to|i|can ~3 get there",
);
