import type { AnchorRule } from './anchor-rule.js';
import { firstMatch } from './anchor-rule.js';

const promise =
  /\b(?:i|we)(?: hereby)? (?:promise|guarantee|swear|commit to|pledge)\b|\b(?:you have my word|i give you my word)\b/u;

const will =
  /\b(?:i|we)(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am going to|['’]re (?:going to|gonna)| are going to)\b(?!(?: definitely| certainly| surely| just| also)? (?:never|always|be|have|need|keep on|keep (?:pushing|going|working|trying)|love|like|miss|remember|forget|admit|bet|say|see|know|think|feel|enjoy|get|probably)\b)|\b(?:i['’]m|i am|we['’]re|we are) (?:planning (?:to|on)|about to|due to)\b|\b(?:i|we) (?:plan|intend|aim) (?:to|on)\b|\b(?:let me|i['’]d better|action item|to-?do)\b/u;

/** Somebody else is to do it, or has promised. */
const others =
  /\b(?:he|she|they|(?!You|It|Th|Wh|How|Nothing|Everything|Something|Nobody|One)[A-Z][a-z]{1,20})(?:['’]ll| will| promised to| agreed to| is going to| are going to)\b/u;

/** A point in time by which it is done. */
export const deadline =
  /\b(?:by|before|until|till|no later than|due(?: on| by)?)\s(?:the )?(?:end of|eod|eow|cob|noon|midnight|tomorrow|tonight|today|next|this|mon|tues?|wednes|thurs?|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)/u;

const soon =
  /\b(?:tomorrow|tonight|today|later|next (?:week|month|year|time|mon|tues|wednes|thurs|fri|satur|sun)|this (?:week|weekend|month|evening|afternoon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|soon|in (?:a|an|\d{1,3}|two|three) (?:minutes?|hours?|days?|weeks?|months?))\b/u;

/** "I'll send it by Friday": what somebody will do, the more binding the more exactly it says when. */
export const findCommitment: AnchorRule = ({ text, lower, role, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion) return undefined;
  const promised = firstMatch(lower, [[promise, 0.85]]);
  if (promised !== undefined) return promised;
  const own = firstMatch(lower, [[will, 0.5]]);
  const found = own ?? firstMatch(text, [[others, 0.35]]);
  if (found === undefined) return undefined;
  if (deadline.test(lower)) return { ...found, importance: own === undefined ? 0.7 : 0.85 };
  // An assistant announces each of its steps.
  const isStep = role === 'assistant';
  return { ...found, importance: found.importance + (soon.test(lower) ? 0.15 : 0) - (isStep ? 0.15 : 0) };
};
