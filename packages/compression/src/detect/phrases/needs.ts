/** Kinds of needs. */
export type NeedKind =
  | 'reminder'
  | 'repetition'
  | 'question'
  | 'wording'
  | 'context'
  | 'expansion'
  | 'memory'
  | 'access'
  | 'summary'
  | 'earlier';

/** The phrases of one kind of need. */
export interface NeedPhrases {
  readonly kind: NeedKind;
  readonly phrases: readonly string[];
  /** Whether the phrases count only beside a reference to the past. */
  readonly needsPast: boolean;
  /** Whether the phrases are requests. Requests also count after "if" and "when". */
  readonly isRequest: boolean;
  /** Whether the phrases address the author of the conversation, so that no third person can be meant. */
  readonly isToAuthor?: boolean;
}

const reminders = [
  'remind|reminding|remembering me|us',
  '<ask> *3 remember me',
  '^ please? remind ,',
  'need reminding',
  'need|appreciate|like|use|have|get|give|with|quick|short|brief *5 reminder',
  '^ *2 reminder of|on|what|which|about *9 <which>|you|we',
  'refresh|refreshing|jog|jogging *1 my|our memory|mind|recollection',
  'refresh me',
  '^ *1 to refresh , ',
  'help me *1 remember|recall|recollect',
  '<ask> *4 recap|recapitulate|summarise|summarize *3 <which>|the|our|that|your|everything',
  'could|can|may|might i *2 get|have|ask_for *3 recap|refresher|rundown',
  'give me *3 recap|refresher|rundown',
  'bring|catch|get me *1 up',
  'fill me in',
];

const repetitions = [
  '<ask> *8 <tell> +14 <again>',
  '<ask> *8 <tell> *14 , *2 <again>',
  '<ask> *4 <retell>',
  '^ and|then|so|now|also|first? please? re-?(?:send|post|paste|share|state|upload|attach|type)',
  '^ *1 repeat *12 you|your|i|the',
  '^ *2 send|share|paste|post|provide|give|tell|show|state|list|run_me|walk_me|let_me_have|say +12 <again>',
  'could|can|may i *2 another|second look',
  'i *6 need|want|like *10 <again>',
  '<ask> *2 say *2 that',
];

const repetitionsOfPast = [
  '<ask> *4 <tell>',
  'which|what|who one? was|were|is it|that $',
  'i *4 need|require|want|have_to_have|must_have the|your|a|an|those|that|some|any|these|all',
  'i *5 need|have_to|must to? reread|re-read|revisit|consult',
  'i *3 need access|insight|visibility',
  'i *3 need|have_to|must *1 know|see|recover|fetch|retrieve|get|obtain|re-read|read|look_at|have|check|look_up|revisit',
  'need|have *5 back $',
  'could|can|may|might i|we *1 get|have|see|look|read',
  '<wh> did|was|were *6 you|we <past>',
  'possible to *1 get|have|see|read',
];

const questions = [
  'which|what|who|whose|where|how +9 <again> $',
  '<wh> ~6 was|were|did|is|are|had ~14 <again> $',
  '<wh> ~6 was|were|did|is|are|had ~14 <again> ,',
  '<wh> *9 did|had|have we|you|i *2 decide|decided|agree|agreed|choose|chosen|pick|picked|settle|settled|say|said|tell|told|mention|mentioned|call|conclude|give|given|go_with|select|propose|proposed|end_up|fix|fixed|set|list|listed|describe|described|discuss|discussed|promise|name|named|want|specify|state|request|prefer|quote|plan|arrive|land|leave_off|leave|stop|refer',
  '<wh> *8 was|were|is *6 you|we|i had? <past>',
  '^ *2 <wh> was|were *4 of|from|in our|the *1 earlier|previous|last',
  '<wh> *4 was|were it *2 you|we had? <past>|<regular>',
  '^ *1 was|were ~9 that|as you|we had? <past>',
  '^ *2 have we *2 decided|agreed|settled|fixed|chosen|picked|specified',
  '^ *2 did|had you|we|i *2 say|said|decide|decided|agree|agreed|settle|settled|mention|mentioned|tell_me|told_me|fix|fixed|choose|chosen|pick|picked|specify|specified',
  'where were|are|did|had we *1 with|at|leave|left|stop|stopped|up',
  '^ <wh> *3 we *1 <past> $',
  '^ <wh> *3 you *1 said|told|mentioned|listed|named $',
  '<wh> *4 did|had|have we|i *8 earlier|previously|before|last|originally',
  'may|might|can|could i ask <wh> *6 we|you *1 <past>',
  'you *3 remember|recall|know <wh> *2 we|you|i *1 <past>',
  'you were saying|telling|mentioning',
];

const wordings = [
  '<wish> *6 <exact> *3 <text>',
  '<wish> *7 exactly|verbatim|literally *3 <which>|said|wrote',
  '<wish> *8 in full',
  '<wish> *5 <exact> *1 version|wording|phrasing',
  '<wish> *4 details of|about|on *2 segment|discussion|what|our|the *1 segment|part|discussion|conversation',
];

const contexts = [
  'i|we *1 <cannot> *2 have *3 enough|sufficient|adequate|much *3 context|background|to_go_on',
  'i|we *1 have not|too|only *2 enough|sufficient|little|limited|partial *2 context|background|to_go_on|information',
  'i|we *1 <cannot> *2 have *1 the|full|any|complete|more|all *2 context|background|backstory|full_picture|whole_picture',
  '^ *3 not enough|sufficient *1 context|background|information *8 $',
  '^ *3 insufficient context|background|information',
  'there is|are|was not|no|too *2 enough|sufficient|little|adequate *1 context|background|information|here|left',
  'i|we *3 lack|lacking|missing|miss|short *1 of? *3 context|background|backstory',
  'i|we *3 need|require|want|like|use|have_to_have|missing|lacking *4 more|additional|further|extra|some|missing *2 context|background|backstory',
  '^ *1 need|needs|require *3 more|additional|further|extra|missing *1 context|background',
  '<ask> *3 provide|give|share|add|offer|supply *3 more|additional|further|extra|some|missing *2 context|background',
  'more|additional|further *2 context|background ~10 needed|required|necessary|helpful|help',
  'without more|additional|further|that|the|enough|sufficient *1 context|background',
  'my|the context|background|information *6 is too|not *1 sparse|thin|limited|short|little|small|enough|sufficient',
  'not|too *1 enough|sure|little *4 enough context|to_go_on',
  '^ ~5 context|conversation|history|background|information *3 is|are|be *1 missing|incomplete|gone|lost *6 $',
  'missing context|information here|$',
  'i|we *3 lack|lacking|miss|missing <wh>',
  'summarised|summarized|compressed|condensed|shortened away',
  'i|we *2 missing|lack|lacking|miss *1 the|some|all|key *1 details|specifics|particulars|facts',
  'my context|window|copy|memory *4 does|do not|no_longer *1 <say>',
  'my *2 knowledge|view|copy|context|access|picture|memory *6 is limited|restricted|confined|only',
  'our|my *3 <talk> *4 is|are|was|were|been|seems|seem|appears *3 <gone>',
  'the *1 earlier|previous|prior|first|second|older|original|conversation|chat *2 <talk>|part *4 is|are|was|were|been|seems|seem|appears *3 <gone>',
  'the conversation|chat|history|context|discussion|message|transcript *5 is|was|been|seems|appears *3 <gone>',
  'the *2 text|message|code|answer|log|output seems|seem|appears *2 <gone>',
  'my *2 context|window|history|copy *2 has|have|holds|shows|contains only|merely|nothing|no',
  'before|outside|beyond|past *4 i can see|read|access|reach',
  'i|we <cannot> ~9 not|no_longer <visible>',
  'i|we have nothing on|about|regarding|from',
  'your|this *3 <talk>|text|log|code|output|trace *4 is|are|was|were|been|seems|seem|appears *3 <gone>',
  'the *3 part|section|portion|half is|was|were|has_been *2 <gone> away? $',
];

const contextsOfPast = [
  'i|we *2 <cannot> *2 have *2 enough|sufficient|adequate *2 information|details|detail|data',
  'i|we *3 need|require|lack|missing|want *2 more|additional|further|some *2 information|details|detail',
  'not enough|sufficient *2 information|details|detail|data',
  '<ask> *3 provide|give|share *2 more|additional|further|full *2 information|details|detail',
  'without *1 the|our|your|knowing|seeing|having|those|these|access|a',
  'not having|seeing|knowing',
  'more|additional|further *2 information|details *8 needed|required|necessary|helpful',
  'too *1 thin|little|sparse|vague|short|sketchy|brief|coarse|terse',
  'only|to|be|have guess|guessing|speculate|speculating',
];

const expansions = [
  '<ask> *2 expand|unfold|decompress|uncompress *5 <unit>',
  '^ *1 expand *5 <unit>',
  'need *5 expanded|unfolded|decompressed',
  '^ *3 let me|us *1 expand|unfold *4 segment|summary|history|conversation|marker',
  '<ask> *2 pull_up|dig_up|bring_up|bring_back|load|fetch|restore *6 <unit>',
];

const memories = [
  'i|we *1 <cannot> *2 <recall>',
  'me|i not remember|recall',
  'i|we *3 no|any|lost|hazy *2 memory|recollection|record|recall|track of',
  'i|we have? *1 forgot|forgotten $',
  'i|we have? *1 forgot|forgotten|misremember ,|<which>|the|your|our|that|it|about|this|his|her|all|most',
  'i have? lost *1 track|sight|thread|details|access|memory|parts|part|context|it|them|which|what|that|the',

  'escapes|eludes|escaped me|my',
  'slipped my mind|from my',
  'drawing|draw a blank',
  'my *1 memory|recollection|record|records|notes *7 empty|hazy|vague|fuzzy|incomplete|patchy|gone|blank|limited',
];

const accesses = [
  'i|we *1 <cannot> *2 <perceive>',
  'i|we *1 <cannot> *3 <know> *4 <which>',
  'i|we can|could only *1 <perceive>',
  'i|we *1 <cannot> *2 have',
  'me|i not have|see',
  'i|we have not *1 got|received|been',
  'i|we do not know the|any|their|its|all',
  'not *1 in the|my *3 <summary>|context|history',
  'i|we *1 have|had|see|saw no|nothing',
  'no longer|not have|hold|see|possess|own',
  'i|we *2 lack|missing|lacking|miss|short of',
  'i|we *1 only *1 have|see|got|know|received|seeing|given|remember|hold|get|shown|can',
  'i|we *2 have|see|got|am|was|were *1 only|merely',
  'i|we *2 given|handed|shown only|just|nothing|no',
  'all i|we *1 have|see|got|know|was *6 is|are',
  'what i|we have|see|got *4 is|are a|an|only|one|too|merely|limited',
  'not something|anything i|we *1 have|see|know|find|access',
  'not *2 <visible>',
  'no longer|never <visible>',
  'is|are|was|were|be|been|got|get|seem|seems|seemed|being|appears|looks *4 <gone>',
  'out of *1 my|sight|view|reach|window|range|what|context',
  'only *4 is|are|was *1 left|there|visible|here|available',
  'my|our *2 memory|history|transcript|context|notes|view|record *6 stops|ends|starts|begins *2 at|before|after|with|there',
  'memory|history|transcript|context|notes|view|record|thread i *5 stops|ends|starts|begins *2 at|before|after|with|there',
  'is|are *2 beyond|outside *1 my|what|the',
  'not *2 go|reach|stretch|extend *2 back|far',
  'do|did|does not *2 survive|make_it|reach|come_through|appear|show|extend|go_back|cover',
  'none|nothing|no *6 made_it|reached_me|visible|there|left|above|available',
  'there is|are *1 a *3 gap|hole',
  'there is|are no|nothing *2 gap|trace|sign|mention|record|details|word *8 here|visible|my|our|history|conversation|chat|context|notes|summary|messages|recap',
  'there is|are nothing *2 above|left|here',
  'but|yet|and|though|however|except *1 not|nothing *2 <which>|the|on|about|how',
  'without *1 its|their|the *3 <gone>',
  'i|we have no *3 details|idea|information|record|access|trace|view|visibility|sight|note|copy',
  'locked|hidden|cut|gone|lost *2 from|for my|me',
  'my|our|i|me ~6 starts|begins|jumps|ends|stops *3 at|with|from|after|straight|before',
  'i|we only *1 see|have quoted where|instead|in',
  'i|we see quoted where|instead|in',
];

const summaries = [
  'the|this|my|our *2 <summary> not <say>',
  '^ <summary> *2 not|lacks|omits|skips',
  'the|this|that|my|our|your|only|have|from *4 <summary> *9 <cannot>|does_not|do_not|never <say>',
  'the|this|that|my|our *4 <summary> *7 does|do|did not *1 <say>',
  'the|this|that|my|our *4 <summary> *7 leaves|leave|left|leaving out',
  'the|this|that|my|our *4 <summary> *7 omits|omit|skips|skip|lacks|lack|glosses|gloss|drops|misses|miss',
  'the|this|that|my|our *4 <summary> ~8 only|merely *1 says|say|mentions|mention|lists|list|names|name|reads|read|states|notes|shows',
  'the|this|that|my|our *4 <summary> ~9 without *1 giving|saying|stating|naming|going|listing|mentioning|the|its|any',
  'the|this|that|my|our *4 <summary> *7 is|are *1 too|not *1 vague|short|thin|detailed|enough|clear|brief|specific|sufficient|complete|coarse|general',
  'the|this|that|my|our|your *4 <summary> ~12 and|but|yet *3 not|nothing|no',
  'nothing|none *2 in|from the|my|this *3 <summary>|context|conversation *2 tells|says|shows|indicates|explains|mentions|names|helps',
  'from|in|by|on|with the|my|this *2 <summary> ~5 <cannot>|not|unclear|no|i',
  'i|we *2 have|see|got|given|received only *2 <summary>',
  'i|we *2 only *1 have|see|got|given|received *2 <summary>',
  '<cannot> *2 answer|tell|say|know|see|verify|confirm|check|infer|deduce|conclude|judge|establish *5 from|with|by *3 <summary>',
  'unclear|vague from|in *3 <summary>',
  'not|hardly clear *3 from the|my|this *2 <summary>|context',
  'dropped|missing|left_out|lost|omitted|cut|gone from|in|of the|my|this *3 <summary>',
  'the|this|that *3 context|version *8 <cannot>|does not <say>',
];

const earlier = [
  '^ *1 earlier|previously|before *1 in|on|during the|our|this *2 <talk> you|we|i *1 mentioned|discussed|talked|gave|spoke|named|shared|listed|described|posted|showed|explained|touched|covered|referred|brought|had',
  '^ *1 earlier|previously *1 in|on|during the|our|this *2 <talk> $',
];

/** All phrases, the most explicit kinds first. */
export const needPhrases: readonly NeedPhrases[] = [
  { kind: 'reminder', phrases: reminders, needsPast: false, isRequest: true, isToAuthor: true },
  { kind: 'repetition', phrases: repetitions, needsPast: false, isRequest: true },
  { kind: 'expansion', phrases: expansions, needsPast: false, isRequest: true },
  { kind: 'wording', phrases: wordings, needsPast: false, isRequest: true },
  { kind: 'question', phrases: questions, needsPast: false, isRequest: true },
  { kind: 'context', phrases: contexts, needsPast: false, isRequest: false },
  { kind: 'summary', phrases: summaries, needsPast: false, isRequest: false },
  { kind: 'memory', phrases: memories, needsPast: false, isRequest: false },
  { kind: 'access', phrases: accesses, needsPast: true, isRequest: false },
  { kind: 'context', phrases: contextsOfPast, needsPast: true, isRequest: false },
  { kind: 'repetition', phrases: repetitionsOfPast, needsPast: true, isRequest: true },
  { kind: 'earlier', phrases: earlier, needsPast: false, isRequest: false },
];
