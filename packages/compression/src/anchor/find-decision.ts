import { type AnchorRule, firstMatch } from './anchor-rule.js';

const patterns: readonly (readonly [RegExp, number])[] = [
  [/\b(?:decision|decided|resolved|agreed)\s?(?:is\s?)?:/u, 0.9],
  [/^(?:agreed|decided|settled|deal|approved)[,.!;:]? (?!to disagree)\S/u, 0.85],
  [
    /\b(?:we|i|they|team|everyone|everybody|committee|board)(?:['’]ve| have| has|['’]d| had)?(?: all| both| finally| just| also)? (?:decided|agreed|settled on|opted|chose|chosen|concluded|resolved)\b/u,
    0.8,
  ],
  [
    /\b(?:final decision|decision is|it['’]s decided|(?:that|this|it)(?:['’]s| is) settled|(?:question|matter|issue) is settled|deal is)\b/u,
    0.85,
  ],
  [
    /\blet(?:['’]s| us) (?:go (?:with|for)|stick (?:with|to)|settle (?:on|for)|use|take|switch to|drop|adopt|keep)\b/u,
    0.8,
  ],
  [
    /^(?:(?:yes|ok(?:ay)?|fine|good|great|alright|then|well)[,.]? )?\S{1,40}(?: \S{1,40}){0,3} it is(?: then)?[.!]?$/u,
    0.8,
  ],
  [/^(?:(?:yes|ok(?:ay)?|fine|good|no)[,.]? )?(?:make|call|name) it \S/u, 0.75],
  [
    /^(?:yes|ok(?:ay)?|fine|good|great|perfect)[,.!]? (?:please )?(?:do (?:it|that)|go ahead|go for it|ship it)\b/u,
    0.7,
  ],
  [
    /\b(?:we|i)(?:['’]ll|['’]re| will| are|['’]m| am) (?:going|go|stick|sticking|switching|moving) (?:with|to use|forward with|over to)\b/u,
    0.75,
  ],
  [/\b(?:going with|we (?:picked|rejected|ruled out|approved)|has been approved|was approved|signed off on)\b/u, 0.7],
  [/\bi (?:picked|chose|made up my mind|['’]ve made up my mind)\b/u, 0.6],
];

/** "We decided to use X": what was chosen, and is not to be discussed again. */
export const findDecision: AnchorRule = ({ lower, isTalk, isQuestion }) =>
  isTalk && !isQuestion ? firstMatch(lower, patterns) : undefined;
