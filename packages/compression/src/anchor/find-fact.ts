import type { AnchorRule, FoundAnchor } from './anchor-rule.js';

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Signs of a fact that somebody may ask for, in small letters. One sentence can have several. */
const signs: readonly (readonly [RegExp, number])[] = [
  [/\bmy name is\b|\b(?:his|her|its|their) name (?:is|was)\b/u, 0.7],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}\b/u, 0.7],
  [
    /\b(?:port|ticket|issue|order|invoice|account|id|build|pr|room|flight|pin|code|key)\s?(?:number |no\.? |is |was |#|:|=)?\s?#?(?=[\w-]{0,30}\d)[\w-]{1,40}\b/u,
    0.65,
  ],
  [/\bv\d{1,4}(?:\.\d{1,6}){0,3}\b|\b\d{1,4}\.\d{1,6}\.\d{1,6}\b|\bversion \d/u, 0.6],
  [/[$€£¥₹]\s?\d|\b\d[\d,.]{0,20}\s?(?:dollars|euros?|pounds|bucks|usd|eur|gbp)\b/u, 0.65],
  [/\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/u, 0.65],
  [
    new RegExp(
      String.raw`\b${month}\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\b|\b${month},? \d{4}\b`,
      'u',
    ),
    0.6,
  ],
  [
    /\b\d[\d,.]{0,20}\s?(?:%|percent|kg|lbs?|km|miles?|mph|m|cm|mm|ft|feet|inch(?:es)?|[kmgt]i?b|ms|s|secs?|seconds|min|minutes|h|hrs?|hours|days|weeks|months|years|am|pm|hz|ghz|mhz|degrees|°[cf]?|users|people|requests|rows|tokens|lines)\b/u,
    0.5,
  ],
  [/\b(?:in|since|back in|until) (?:19|20)\d\d\b/u, 0.55],
  [
    /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred) (?:years?|months?|weeks?|days?|hours?|kids|children|dogs|cats|people|times)\b/u,
    0.45,
  ],
  [
    /\b(?:yesterday|(?:last|next|this past) (?:week|weekend|month|year|summer|winter|spring|fall|night|mon|tues|wednes|thurs|fri|satur|sun)|(?:a|two|three|few|\d{1,3}) (?:days?|weeks?|months?|years?) ago|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)/u,
    0.45,
  ],
  [
    /\b(?:birthday|born in|anniversary|graduated|married|moved (?:to|from)|deadline|password|address is|phone number|diagnosed|adopted|allergic)\b/u,
    0.45,
  ],
];

/** Signs that a capital makes. */
const casedSigns: readonly (readonly [RegExp, number])[] = [
  [/\b(?:called|named|nicknamed)\s["'“]?[A-Z]/u, 0.7],
  [/\b[A-Z]{2,10}-\d{1,8}\b|(?<![\w&])#\d{2,8}\b/u, 0.65],
];

/** Each further sign adds so much. */
const another = 0.06;
const most = 0.79;

/** Numbers with units, dates, versions, identifiers, amounts, and the names that things are given. */
export const findFact: AnchorRule = ({ text, lower, isTalk, isQuestion }) => {
  if (!isTalk) return undefined;
  let best: FoundAnchor | undefined;
  let count = 0;
  for (const [words, patterns] of [[lower, signs] as const, [text, casedSigns] as const]) {
    for (const [pattern, importance] of patterns) {
      const match = pattern.exec(words);
      if (match === null) continue;
      count += 1;
      if (best === undefined || importance > best.importance) {
        best = { importance, start: match.index, end: match.index + match[0].length };
      }
    }
  }
  if (best === undefined) return undefined;
  const importance = Math.min(most, best.importance + another * (count - 1)) * (isQuestion ? 0.5 : 1);
  return { ...best, importance };
};
