import { type AnchorRule, type FoundAnchor, firstMatch } from './anchor-rule.js';

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Patterns of facts, for lower-case text, with the importance of each. A sentence can match several. */
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

/** Patterns that need capital letters. */
const casedSigns: readonly (readonly [RegExp, number])[] = [
  [/\b(?:called|named|nicknamed)\s["'“]?[A-Z]/u, 0.7],
  [/\b[A-Z]{2,10}-\d{1,8}\b|(?<![\w&])#\d{2,8}\b/u, 0.65],
];

/** Importance that each further match adds. */
const furtherSignImportance = 0.06;
const maxFactImportance = 0.79;

/** Finds facts: numbers with units, dates, versions, identifiers, amounts, and given names. */
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
  const importance =
    Math.min(maxFactImportance, best.importance + furtherSignImportance * (count - 1)) * (isQuestion ? 0.5 : 1);
  return { ...best, importance };
};

const errorPatterns: readonly (readonly [RegExp, number])[] = [
  [/\b[A-Za-z][\w.]{0,80}(?:Error|Exception|Failure|Panic)\b(?:\[\w{1,20}\])?: ?\S/u, 0.9],
  [/^\s{0,20}(?:npm ERR!|fatal:|panic:|error(?:\[\w{1,20}\]| [A-Z]{1,4}\d{1,6})?:|E\s{2,}\S)/iu, 0.9],
  [/\b(?:exit(?:ed)?(?: with)?(?: code| status)|return code|exit code:?) ?:?-?[1-9]\d{0,5}\b/iu, 0.9],
  [/\b(?:segmentation fault|core dumped|out of memory|stack overflow|command not found|permission denied)\b/iu, 0.85],
  [/\b(?:HTTP|status(?: code)?|returned|returns|got an?) ?:?(?:4\d\d|5\d\d)\b/iu, 0.7],
  [/\bE(?:ACCES|ADDRINUSE|CONN[A-Z]{4,10}|EXIST|NO[A-Z]{3,9}|PERM|PIPE|TIMEDOUT|RESOLVE)\b/u, 0.85],
  [/^\s{0,8}\[?(?:\S{1,30}[ T]){0,3}\[?(?:ERROR|FATAL|CRITICAL)\b/u, 0.75],
  [/\b[A-Z][A-Za-z]{2,60}(?:Error|Exception)\b/u, 0.65],
  [
    /\b(?:failed to|fails to|failure to|could not|couldn['’]t|unable to|cannot) (?:connect|build|compile|start|load|find|open|resolve|parse|deploy|read|write|bind|allocate)\b/iu,
    0.55,
  ],
];

/** Finds error messages. */
export const findError: AnchorRule = ({ text, sentence, isTool, isQuestion }) => {
  if (sentence.kind === 'code') return undefined;
  const found = firstMatch(text, errorPatterns);
  if (found === undefined) return undefined;
  // A person's report of an error counts a little less than the printed error.
  const isProse = sentence.kind === 'prose' && !isTool;
  return { ...found, importance: Math.max(0.3, found.importance - (isProse ? 0.05 : 0) - (isQuestion ? 0.1 : 0)) };
};

const artefactPatterns: readonly (readonly [pattern: RegExp, importance: number])[] = [
  [/\bhttps?:\/\/[^\s<>"'`)\]}]{4,300}/u, 0.5],
  [/^\s{0,8}(?:\$|>>>|PS [A-Z]:[^>]{0,60}>) (?<kept>\S.{0,200})/u, 0.55],
  [
    /`(?<kept>(?:npm|npx|yarn|pnpm|git|docker|kubectl|pip|python3?|node|cargo|go|make|curl|ssh|sudo|cd|terraform|helm|psql|dotnet|mvn|gradle) [^`\n]{1,200})`/u,
    0.55,
  ],
  [
    /(?<![\w@./\\:-])(?:~?\/|\.{1,2}\/|[A-Za-z]:\\)?(?:[\w@.-]{1,60}[/\\]){1,12}[\w@-][\w@.-]{0,80}\.[A-Za-z]\w{0,9}(?::\d{1,6})?\b/u,
    0.5,
  ],
  [
    /(?<![\w@./\\-])[\w-]{1,60}\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|cpp|hpp|rb|php|kt|swift|sh|md|json|ya?ml|toml|html|css|sql|proto|tf|env|cfg|ini|csv)\b(?::\d{1,6})?/u,
    0.45,
  ],
  [/(?<![\w./\\])~?\/(?:[\w@.-]{1,60}\/){1,12}[\w@.-]{0,80}/u, 0.4],
  [/`(?<kept>[A-Za-z_$][\w$.]{0,80}\([^`\n]{0,120}\))`/u, 0.4],
  [
    /^\s{0,16}(?<kept>(?:export |default |public |private |protected |static |async |abstract )*(?:function\*?|class|interface|def|func|fn|struct|enum) [A-Za-z_$][^\n{]{0,160})/u,
    0.35,
  ],
];

/** Finds paths, commands, signatures and URLs, which are kept without their sentence. */
export const findCodeArtefact: AnchorRule = ({ text, sentence }) => {
  for (const [pattern, importance] of artefactPatterns) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const kept = (match.groups?.['kept'] ?? match[0]).trimEnd();
    const start = match.index + match[0].indexOf(kept);
    const found: FoundAnchor = { importance, start, end: start + kept.length, isAlone: true };
    return sentence.kind === 'prose' ? found : { ...found, importance: importance - 0.1 };
  }
  return undefined;
};
