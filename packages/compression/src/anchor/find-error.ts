import { type AnchorRule, firstMatch } from './anchor-rule.js';

const patterns: readonly (readonly [RegExp, number])[] = [
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

/** What went wrong, as the machine said it. */
export const findError: AnchorRule = ({ text, sentence, role, isQuestion }) => {
  if (sentence.kind === 'code') return undefined;
  const found = firstMatch(text, patterns);
  if (found === undefined) return undefined;
  // In talk it is told; what a machine printed is the error itself.
  const isTold = sentence.kind === 'prose' && role !== 'tool';
  return { ...found, importance: Math.max(0.3, found.importance - (isTold ? 0.05 : 0) - (isQuestion ? 0.1 : 0)) };
};
