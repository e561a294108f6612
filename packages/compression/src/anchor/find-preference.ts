import { type AnchorRule, firstMatch } from './anchor-rule.js';

/** What is to be done from now on. */
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

/** What somebody likes. */
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

/** "I prefer tabs": how somebody wants things to be. */
export const findPreference: AnchorRule = ({ lower, role, isTalk, isQuestion }) => {
  if (!isTalk || isQuestion || role === 'assistant') return undefined;
  return firstMatch(lower, standing) ?? firstMatch(lower, tastes);
};
