import { type AnchorRule, firstMatch } from './anchor-rule.js';

const patterns: readonly (readonly [RegExp, number])[] = [
  [/\b(?:decision|decided|resolved|agreed)\s?(?:is\s?)?:/u, 0.9],
  [
    /\b(?:we|i|they|team|everyone|everybody|committee|board)(?:['’]ve| have| has|['’]d| had)?(?: all| both| finally| just| also)? (?:decided|agreed|settled on|opted|chose|chosen|concluded|resolved)\b/u,
    0.8,
  ],
  [/\b(?:final decision|decision is|it['’]s decided|that['’]s settled|deal is)\b/u, 0.85],
  [/\blet['’]s (?:go with|stick (?:with|to)|settle on|use|switch to|drop|adopt|keep)\b/u, 0.75],
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
