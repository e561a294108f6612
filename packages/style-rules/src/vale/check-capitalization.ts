import { fillMessage, hasPlaceholder } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import type { ProseText } from '../prose/prose-text.js';
import {
  areMatched,
  type CheckContext,
  countOnce,
  exceptionTest,
  exceptionFinder,
  readPatterns,
  type RuleDraft,
} from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

const caseKinds: Readonly<Record<string, CaseStyle['kind']>> = {
  $title: 'title',
  $sentence: 'sentence',
  $lower: 'lower',
  $upper: 'upper',
};

const caseNames: Readonly<Record<CaseStyle['kind'], string>> = {
  title: 'title case',
  sentence: 'sentence case',
  lower: 'lower case',
  upper: 'upper case',
};

/** `extends: capitalization`: the capitalisation of headings and other texts, or a pattern that they must match. */
export function draftCapitalization(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const match = rule.fields.placed('match');
  if (match === undefined) {
    context.problems.push(`${rule.source}:1: ${rule.name}: the key "match" is missing; the rule is left out.`);
    return [];
  }
  const kind = Object.hasOwn(caseKinds, match.text) ? caseKinds[match.text] : undefined;
  const isKept = kind === undefined ? patternTest(rule, context) : caseTest(rule, kind, context);
  if (isKept === undefined) return [];
  const count = countOnce(rule, context, {
    fallback: 0,
    count: (prose) => selectProse(prose, rule.scopes).filter((text) => !isKept(text, prose)).length,
  });
  return [{ id: rule.name, instruction: instructionFor(rule, kind), count }];
}

type CaseTest = (text: string, prose: ProseText) => boolean;

function patternTest(rule: ValeRule, context: CheckContext): CaseTest | undefined {
  const ignoreCase = rule.fields.flag('ignorecase');
  const patterns = readPatterns(rule, rule.fields.list('match'), { context, ignoreCase });
  if (patterns.length === 0) return undefined;
  if (!areMatched(patterns)) return () => true;
  const scanner = PatternScanner.of(patterns, context.engine);
  const isException = exceptionTest(rule, context);
  return (text, prose) => scanner.matches(text) || isException(text, prose);
}

/** The test with Vale's defaults: AP, and four words in five. */
function caseTest(rule: ValeRule, kind: CaseStyle['kind'], context: CheckContext): CaseTest {
  const { fields } = rule;
  const findExceptions = exceptionFinder(rule, context);
  const style: CaseStyle = {
    kind,
    isChicago: fields.text('style') === 'Chicago',
    indicators: fields.list('indicators').map(({ text }) => text),
    threshold: fields.number('threshold') ?? 0.8,
  };
  const prefix = fields.text('prefix') ?? '';
  return (text, prose) => {
    const rest = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
    const excused = findExceptions(rest, prose);
    if ((kind === 'lower' || kind === 'upper') && excused.length > 0) return true;
    return keepsCase(rest, style, ({ index = 0, 0: word }) =>
      excused.some(({ start, end }) => start < index + word.length && index < end),
    );
  };
}

function instructionFor({ message, scopes }: ValeRule, kind: CaseStyle['kind'] | undefined): string {
  const isHeading = scopes.some((scope) => scope.startsWith('heading'));
  if (message !== '' && !hasPlaceholder(message)) return message;
  if (/^.?%s.? should /.test(message)) {
    return message.replace(/^['"“‘`]?%s['"”’`]?/, isHeading ? 'Headings' : 'Text').replace(/ ?\(?['"]?%s['"]?\)?/g, '');
  }
  if (kind !== undefined) return `Write ${isHeading ? 'headings' : 'text'} in ${caseNames[kind]}.`;
  return message === '' ? 'Capitalise as the style asks.' : fillMessage(message, []);
}

/** Required capitalisation of a heading or another text. */
export interface CaseStyle {
  readonly kind: 'title' | 'sentence' | 'lower' | 'upper';
  /** Whether all prepositions of a title are in small letters (Chicago), or only those of up to three letters (AP). */
  readonly isChicago: boolean;
  /** Word endings after which a new sentence begins, such as a colon. */
  readonly indicators: readonly string[];
  /** Share of words that must be right, 0 to 1. */
  readonly threshold: number;
}

const smallWords = new Set('a an and as at but by en for if in nor of on or per so the to up v vs via yet'.split(' '));
const prepositions = new Set(
  `about above across after against along among around before behind below beneath beside between beyond down during
  from inside into like near off onto out outside over past since than through toward towards under underneath until
  upon with within without`.split(/\s+/),
);

/**
 * Whether a text has the required capitalisation.
 *
 * @param isExcused whether a word at its offset in the text is an exception
 */
export function keepsCase(text: string, style: CaseStyle, isExcused: (word: RegExpMatchArray) => boolean): boolean {
  if (style.kind === 'lower') return text === text.toLowerCase();
  if (style.kind === 'upper') return text === text.toUpperCase();
  const words = [...text.matchAll(/[\p{N}\p{L}]\S*/gu)];
  if (words.length === 0) return true;
  let right = 0;
  for (const [index, match] of words.entries()) {
    const before = words[index - 1]?.[0] ?? '';
    const isEdge = index === 0 || index === words.length - 1 || before.endsWith(':');
    const isRight =
      style.kind === 'title'
        ? isTitleWord(match[0], isEdge, style)
        : isSentenceWord(match[0], index === 0 || style.indicators.some((end) => before.endsWith(end)), index === 0);
    if (isRight || isExcused(match)) right += 1;
    else if (index === 0) return false;
  }
  return right / words.length >= style.threshold;
}

function isTitleWord(word: string, isEdge: boolean, { isChicago }: CaseStyle): boolean {
  if (hasOwnCase(word)) return true;
  const plain = word.toLowerCase().replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
  const isSmall = !isEdge && (smallWords.has(plain) || (isChicago && prepositions.has(plain)));
  return isSmall ? !startsUpper(word) : startsUpper(word);
}

function isSentenceWord(word: string, mayStart: boolean, mustStart: boolean): boolean {
  if (hasOwnCase(word)) return true;
  return startsUpper(word) ? mayStart : !mustStart;
}

/** Acronyms, `iPhone`, `GitHub`, `I`, numbers: capitals within a word are independent of the style. */
function hasOwnCase(word: string): boolean {
  return !/\p{L}/u.test(word[0] ?? '') || /\p{Lu}/u.test(word.slice(1)) || /^I(?:\P{L}|$)/u.test(word);
}

function startsUpper(word: string): boolean {
  return /^[\p{Lu}\p{Lt}]/u.test(word) || !/^\p{Ll}/u.test(word);
}
