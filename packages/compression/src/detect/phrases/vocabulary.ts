import type { Vocabulary } from './phrase-pattern.js';

const shortForms = 'short brief compressed condensed summarised summarized shortened abridged'
  .split(' ')
  .flatMap((kind) =>
    ['version', 'history', 'context', 'text', 'form', 'notes', 'view'].map((form) => `${kind} ${form}`),
  )
  .join('|');

/** Spellings of a verb with the prefix "re", with and without a hyphen, and as a gerund. */
function spelledAnew(verb: string): string {
  const noun = `${verb.replace(/e$/u, '')}ing`;
  return `re${verb}|re-${verb}|re${noun}|re-${noun}`;
}

/** Synonyms in requests for more of a conversation. */
export const vocabulary: Vocabulary = {
  cannot:
    'can not|could not|can no longer|could no longer|am unable to|am not able to|was unable to|was not able to|do not|' +
    'did not|no longer|am no longer able to|can hardly|can barely|failed to|fail to|am struggling to|struggle to|have trouble|' +
    'have not been able to|am not|never',
  perceive:
    'see|seeing|find|finding|view|access|accessing|locate|read|retrieve|look up|look at|look back|look back at|recover|' +
    'reach|spot|make out|reconstruct|quote|scroll back|scroll up|pull up|open|get at|get to',
  know: 'tell|say|determine|work out|figure out|be sure|know|judge|see|am sure|sure',
  which: 'which|what|whether|who|whom|whose|when|where|how|why|if',
  wh: 'which|what|who|whom|whose|when|where|how|why',
  recall: 'remember|recall|recollect|remembering|recalling|place|retain|call to mind',
  gone:
    'missing|cut|cut off|cut short|truncated|elided|omitted|dropped|left out|stripped|removed|clipped|trimmed|summarised|' +
    'summarized|condensed|compressed|collapsed|shortened|abbreviated|lost|gone|absent|skipped|incomplete|hidden|redacted|' +
    'pruned|evicted|discarded|out of reach|out of view|out of sight|blank|lacking|forgotten',
  visible:
    'visible|available|accessible|included|present|shown|loaded|legible|in front of|in view|in sight|in my|in the context|' +
    'in context|in what|within my|within reach|there|here|part of what|part of my|part of the|to be found|clear|stated|among|on hand|at hand|' +
    'something i can|showing|showing up|displayed|appearing|coming through|in the material|in anything|in any|covered|in the part|in the version|in the text|reachable|retrievable|known to me|on my side|with me|anywhere',
  past:
    'said|mentioned|told|gave|given|listed|described|explained|shared|pasted|posted|sent|wrote|written|provided|asked|' +
    'showed|shown|named|discussed|talked|agreed|decided|settled|chose|chosen|picked|covered|promised|quoted|attached|set|' +
    'wanted|proposed|referred|approved|preferred|went over|went through|spoke|concluded|raised|uploaded|specified|' +
    'defined|suggested|requested|fixed|stated|brought up|outlined|sketched|recommended|reported|used|tried|planned|turned down|' +
    'called|solved|called|solved|ran|posed|put|thought|meant|left|kept|took|brought|established|determined|selected|walked through|going over|signed off',
  regular: '(?!need|feed|speed|seed|exceed|proceed|succeed|agreed to)[a-z]{2,}ed',
  present: 'mention|refer to|are referring to|refer|reference|point to|allude to|talk about|speak of|mean|cite',
  say:
    'say|mention|include|give|state|specify|contain|list|show|tell|cover|name|explain|detail|go into|have|reveal|provide|' +
    'record|spell out|hold|describe|answer|quote|indicate',
  summary:
    'summary|recap|digest|overview|notes|note|outline|gist|headline|tags|keywords|history|abridgement|' + shortForms,
  talk:
    'conversation|chat|thread|discussion|exchange|dialogue|talk|talks|correspondence|session|interaction|messages|message|' +
    'turns|posts|history|transcript|context',
  again: 'again|once more|one more time|once again|a second time|another time',
  ask:
    'could you|can you|would you|will you|would you mind|might you|may i ask you to|ask you to|asking you to|need you to|' +
    'like you to|want you to|if you could|if you can|if you would|be so kind as to|would you be able to|please|' +
    'could i ask you to|might i ask you to|can i ask you to|able to|request you to|mind|would it be possible to|is it possible to|you to|it would help if you|great if you|good if you|hoping you|chance you could|chance you can',
  tell:
    'send|share|paste|post|provide|give|tell|show|state|list|say|go over|go through|going over|run me through|walk me through|' +
    'explain|describe|upload|attach|spell out|write|name|quote|read out|specify|clarify|elaborate|fill in|fill me in|outline|' +
    'sending|sharing|pasting|telling|giving|explaining|repeat|repeating|detail|point me|bring up|pull up|dig up|dig out|confirm',
  retell: [
    ...'send post paste share state upload attach type submit list tell supply'.split(' ').map(spelledAnew),
    'reiterate|repeat|repeating|recapitulate|retell',
  ].join('|'),
  exact:
    'exact|full|complete|original|verbatim|precise|unabridged|whole|entire|literal|raw|uncut|unabbreviated|word-for-word|actual',
  text:
    'wording|text|words|phrasing|quote|message|messages|transcript|conversation|discussion|exchange|thread|list|figures|' +
    'numbers|details|segment|content|contents|history|context|code|email|statement|formulation|passage|paragraph|version|' +
    'chat|log of our|turns|notes|answer|instructions|snippet|clause',
  wish:
    'i need|i require|i want|i must see|i have to see|i need to see|i would need|i will need|i would like|i would rather|' +
    'i am going to need|i would have to|i have to|i would want|could you|can you|would you|please|show me|give me|let me see|' +
    'let me have|can i|could i|may i|i must|i should|send me|to see|need to see|i would love',
  unit: 'segment|section|part|portion|summary|discussion|decision|conversation|message|messages|turns|history|context|notes|entry|exchange|tags|meeting',
  hypothesis: 'if|when|whenever|unless|suppose|supposing|in case|should|were|imagine|assuming|once|until',
};

/** Phrases that refer to an earlier part of the conversation. */
export const pastReferences: readonly string[] = [
  'earlier|previous|previously|prior|beforehand|formerly',
  'before $',
  'before ,',
  'before but|and|whose|which|though',
  'from before',
  'happened before',
  'said|told|mentioned|discussed|gave|showed|shared|explained|used|covered|described *5 before',
  'a while ago',
  'back then',
  'last time',
  'so far',
  'above',
  'no_longer|any_more|any_longer',
  'yesterday',
  'at|in|from|of the *1 start|beginning|outset|opening|kickoff',
  'the first|second|third|last|middle|opening|initial|older|oldest|other *3 message|messages|part|half|turns|section|segment|conversation|chat|post|turn|meeting|session|test',
  'you|we|i|he|she|they had? have? *1 <past>',
  'you|we had? have? <regular>',
  'reference to',
  'was|were|been|got|is|we <past>',
  'came up',
  'our|this|that|the|my|your *2 conversation|chat|thread|exchange|dialogue|correspondence|transcript|discussion|negotiation|negotiations|decision|agreement',
  'our *2 talk|history|plan|session|meeting|discussion',
  'my *2 context|notes|memory|window|copy|history|view|part|reach|record|records|side|summary',
  'the *1 context|history|summary|recap|digest|notes',
  'that|the|this segment|section|portion|part|stretch|piece',
  'what i|we|you *2 have|see|given|received|got|wrote|said|told|sent',
  'i was given',
  'the beginning|start|end of *2 <talk>',
  'abridged|condensed|compressed|summarised|summarized|shortened *1 history|conversation|context|version|text|form|view|notes|copy',
  'the original *2 wording|text|message|question|request|instructions|version',
  'i have of',
  'in what i',
  'conversation|chat history',
];

/**
 * Phrases for messages of the two speakers. They refer to the conversation if the author cannot see them, but not in a
 * request.
 */
export const ownThings: readonly string[] = [
  'you|we <present>',
  'your *2 message|messages|instructions|list|request|question|description|code|data',
  'i|we recall|remember|know',
];
