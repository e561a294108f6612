import { type AnchorRule, firstMatch } from './anchor-rule.js';

const promise =
  /\b(?:i|we)(?: hereby)? (?:promise|guarantee|swear|commit to|pledge)\b|\b(?:you have my word|i give you my word)\b/u;

const will =
  /\b(?:i|we)(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am going to|['’]re (?:going to|gonna)| are going to)\b(?!(?: definitely| certainly| surely| just| also)? (?:never|always|be|have|need|keep on|keep (?:pushing|going|working|trying)|love|like|miss|remember|forget|admit|bet|say|see|know|think|feel|enjoy|get|probably)\b)|\b(?:i['’]m|i am|we['’]re|we are) (?:planning (?:to|on)|about to|due to)\b|\b(?:i|we) (?:plan|intend|aim) (?:to|on)\b|\b(?:let me|i['’]d better|action item|to-?do)\b/u;

/** Commitments of a third person. */
const others =
  /\b(?:he|she|they|(?!You|It|Th|Wh|How|Nothing|Everything|Something|Nobody|One)[A-Z][a-z]{1,20})(?:['’]ll| will| promised to| agreed to| is going to| are going to)\b/u;

/** A deadline. */
const deadline =
  /\b(?:by|before|until|till|no later than|due(?: on| by)?)\s(?:the )?(?:end of|eod|eow|cob|noon|midnight|tomorrow|tonight|today|next|this|mon|tues?|wednes|thurs?|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)/u;

const soon =
  /\b(?:tomorrow|tonight|today|later|next (?:week|month|year|time|mon|tues|wednes|thurs|fri|satur|sun)|this (?:week|weekend|month|evening|afternoon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|soon|in (?:a|an|\d{1,3}|two|three) (?:minutes?|hours?|days?|weeks?|months?))\b/u;

/** Finds commitments, such as "I'll send it by Friday". A deadline raises the importance. */
export const findCommitment: AnchorRule = ({ text, lower, role, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion) return undefined;
  const promised = firstMatch(lower, [[promise, 0.85]]);
  if (promised !== undefined) return promised;
  const own = firstMatch(lower, [[will, 0.5]]);
  const found = own ?? firstMatch(text, [[others, 0.35]]);
  if (found === undefined) return undefined;
  if (deadline.test(lower)) return { ...found, importance: own === undefined ? 0.7 : 0.85 };
  // Assistants announce each step, so their announcements count less.
  const isStep = role === 'assistant';
  return { ...found, importance: found.importance + (soon.test(lower) ? 0.15 : 0) - (isStep ? 0.15 : 0) };
};

const decisionPatterns: readonly (readonly [RegExp, number])[] = [
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

/** Finds decisions, such as "We decided to use X". */
export const findDecision: AnchorRule = ({ lower, isTalk, isQuestion }) =>
  isTalk && !isQuestion ? firstMatch(lower, decisionPatterns) : undefined;

const correctionPatterns: readonly (readonly [RegExp, number])[] = [
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

/** Finds corrections of earlier statements, such as "No, it's 5432, not 5433". */
export const findCorrection: AnchorRule = ({ lower, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion) return undefined;
  const found = firstMatch(lower, correctionPatterns);
  if (found === undefined) return undefined;
  return digit.test(lower) ? { ...found, importance: Math.min(0.95, found.importance + 0.1) } : found;
};

/** Standing instructions. */
const standing: readonly (readonly [RegExp, number])[] = [
  [/\b(?:from now on|going forward|in (?:the )?future,? (?:please|always|never|don['’]t))\b/u, 0.85],
  [
    /\b(?:please|you (?:should|must)|make sure (?:to|you)) (?:always|never)\b|(?:^|[,;:] )(?:and |but |so )?(?:always|never) (?:add|answer|ask|assume|call|change|check|commit|delete|deploy|do|end|explain|format|give|include|keep|make|mention|push|put|reply|respond|run|say|send|show|start|tell|test|touch|translate|use|write)\b/u,
    0.85,
  ],
  [/\bi(?:['’]d| would)?(?: really| much| strongly| generally| usually)? prefer\b|\bmy preference\b/u, 0.8],
  [/\b(?:call me|address me as|my pronouns)\b/u, 0.7],
  [/\bplease (?:don['’]t|do not|stop|avoid|keep|use|stick to|write|answer|reply|respond)\b/u, 0.65],
];

/** Likes and dislikes. */
const tastes: readonly (readonly [RegExp, number])[] = [
  [/\bmy (?:all-time )?fav(?:ou?rite|e)?s?\b|\bi(?:['’]m| am) (?:allergic|vegan|vegetarian|intolerant)\b/u, 0.6],
  [
    /\bi(?: really| absolutely| just| always)? (?:hate|dislike|detest|can['’]t stand|don['’]t like|never (?:eat|drink|use))\b/u,
    0.6,
  ],
  [/\bi(?: always| usually| never)(?: \S{1,20}){1,2}\b/u, 0.35],
  [/\bi(?:['’]m| am)(?: really| so| a)? (?:into|keen on|fond of|big fan)\b/u, 0.45],
  [
    /\bi(?:['’]d| would)?(?: really| absolutely| just| also)? (?:love|like|enjoy|adore)\b(?! (?:that idea|how|it\b|your|the sound))/u,
    0.4,
  ],
];

/** Finds preferences of users, such as "I prefer tabs". */
export const findPreference: AnchorRule = ({ lower, role, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion || role === 'assistant') return undefined;
  return firstMatch(lower, standing) ?? firstMatch(lower, tastes);
};
