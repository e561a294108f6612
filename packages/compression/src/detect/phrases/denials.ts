/** Phrases that state that nothing is needed or missing. */
export const sufficiency: readonly string[] = [
  'no *1 need|reminder|recap|repetition',
  'no more|further|additional *3 needed|necessary|required',
  'do|does|did not *2 need|have_to|require|want',
  'need not',
  'not *5 necessary|needed|required',
  'no longer need',
  'without needing|asking|having_to',
  '! have|has|got|had -2 enough|sufficient|plenty|everything|all|whole *3 context|information|details|detail|background|need|needed|messages|history|i',
  '! is|are -1 enough|sufficient|plenty|complete *1 $',
  'nothing|not *4 missing|lost|forgotten|needs|left_out|skipped',
  'not forget|forgotten|forgot|lose|lost',
  'do not worry',
  'as you can see',
];

/** Phrases that offer something to the reader. */
export const offers: readonly string[] = [
  'would you like|rather',
  'do you want|need',
  'should|shall i|we',
  'i can|could|will|may -2 <tell>',
  'i can|could|will|may -2 <retell>',
  'i can|could|will|may -2 remind|expand|recap',
  'let me know|explain|show|repeat|recap|summarise|summarize|remind|say',
  'feel free',
  'happy to',
  'hesitate',
  'just ask',
  'if you like|want|need|wish|prefer|forget|would',
  'thank|thanks',
];

/** Phrases that withdraw an earlier request. */
export const retractions: readonly string[] = [
  'never mind',
  'nevermind|nvm',
  'scratch|disregard|forget that|it',
  'no matter',
  'i have? *1 found|see|got|have|do *1 it|them|that|one|everything *1 now|above|here|there|,',
  'i have? *1 found|see it|them|that|one',
  'found it',
  'there it is',
  'now i|we *1 have|see|do|found|remember|recall|can',
  'i do ,|now',
  'i do $',
  'it is *2 here|there|above|in',
  'i do not *1 need|require',
  'it does_not_matter|is_not_needed|is_not_necessary',
  'ah , ',
  'wait , ',
  'is not important',
];

/** Phrases about a third person, or about something other than the conversation. */
export const toOthers: readonly string[] = [
  'tell|ask|remind|send|give|show|inform|write|let him|her|them|everyone|everybody|users|people|someone',
  'to|for him|her|them|everyone|users',
  '! you should|could|can|may|might|must|will -2 <tell>',
  '! you should|could|can|may|might|must|will -2 ask|write|remind|repeat|need|call|go',
  '<perceive> any|a|no|the *1 problem|problems|issue|error|errors|reason|typo|typos|mistake|difference|bug with|in|for|why|here|there',
  'is|are missing|lacking a|an',
  'on purpose',
  'no *1 internet|network|wifi',
  'deliberately|intentionally|purposely',
  'repeat|repeating *2 experiment|exercise|test|tests|procedure|process|command|run|build|login|attempt|request|upload',
  'message|messages *1 in|on|of|from *1 queue|inbox|log|logs|table|broker|topic|server|file|mailbox|outbox',
  '<cannot> *1 <perceive> *3 link|links|url|urls|image|images|picture|pictures|photo|photos|video|videos|website|websites|site|page|screen|screenshot|browser|internet|calendar',
  'users|people|readers|models|model|agents|chatbot|assistant *4 can|should|must|will|tend|often',
];
