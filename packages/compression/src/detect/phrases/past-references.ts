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
 * Phrases for messages of the two speakers. They refer to the conversation when the author cannot see them, but not in
 * a request.
 */
export const ownThings: readonly string[] = [
  'you|we <present>',
  'your *2 message|messages|instructions|list|request|question|description|code|data',
  'i|we recall|remember|know',
];
