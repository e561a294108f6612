import { type AnchorRule, firstMatch } from './anchor-rule.js';

const patterns: readonly (readonly [RegExp, number])[] = [
  [/^(?:correction|corrected|erratum|scratch that|oops|my mistake|my bad|i stand corrected)\b/u, 0.85],
  [
    /\b(?:i (?:was wrong|misspoke|mistyped|meant)|that (?:was|is) (?:wrong|incorrect|a mistake|a typo)|that['’]s (?:wrong|incorrect|not (?:right|correct|true)))\b/u,
    0.8,
  ],
  [
    /^(?:no|nope|nah|wait|sorry|actually|hold on|hmm)\b[\s,.!—–-]{1,5}.{0,200}(?:\bnot\b|n['’]t\b|\binstead\b|\bshould be\b|\bit['’]s\b|\bmeant\b)/u,
    0.8,
  ],
  [/\b(?:it|that|this|which)(?:['’]s| is| was) .{1,80}[,;] ?not \S/u, 0.7],
  [/\bnot \S{1,40}(?: \S{1,40}){0,3}[,;] ?(?:but|it['’]s|rather)\b/u, 0.65],
  [/\b(?:should (?:be|have been|say|read)) .{1,80}(?:,? ?not\b| instead\b)/u, 0.75],
  [/^actually,? .{0,60}(?:['’]s|\bis|\bare|\bwas|\bwere)\b/u, 0.55],
];

const digit = /\d/u;

/** "No, it's 5432, not 5433": what was said before is wrong. */
export const findCorrection: AnchorRule = ({ lower, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion) return undefined;
  const found = firstMatch(lower, patterns);
  if (found === undefined) return undefined;
  return digit.test(lower) ? { ...found, importance: Math.min(0.95, found.importance + 0.1) } : found;
};
