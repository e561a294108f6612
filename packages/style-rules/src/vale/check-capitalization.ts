import { fillMessage, hasPlaceholder } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import { areMatched, type CheckContext, countOnce, readPatterns, type RuleDraft } from './rule-draft.js';
import { readExceptions } from './rule-exceptions.js';
import { type CaseStyle, keepsCase } from './letter-case.js';
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

/** `extends: capitalization`: how headings and the like are capitalised, or a pattern that they must match. */
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
    count: (prose) => selectProse(prose, rule.scopes).filter((text) => !isKept(text)).length,
  });
  return [{ id: rule.name, instruction: instructionFor(rule, kind), count }];
}

type CaseTest = (text: string) => boolean;

function patternTest(rule: ValeRule, context: CheckContext): CaseTest | undefined {
  const ignoreCase = rule.fields.flag('ignorecase');
  const patterns = readPatterns(rule, rule.fields.list('match'), { context, ignoreCase });
  if (patterns.length === 0) return undefined;
  if (!areMatched(patterns)) return () => true;
  const scanner = PatternScanner.of(patterns, context.engine);
  const exceptions = readExceptions(rule, context);
  return (text) => scanner.matches(text) || exceptions?.matches(text) === true;
}

/** Vale's own defaults: AP, and four words in five. */
function caseTest(rule: ValeRule, kind: CaseStyle['kind'], context: CheckContext): CaseTest {
  const { fields } = rule;
  const exceptions = readExceptions(rule, context);
  const style: CaseStyle = {
    kind,
    isChicago: fields.text('style') === 'Chicago',
    indicators: fields.list('indicators').map(({ text }) => text),
    threshold: fields.number('threshold') ?? 0.8,
  };
  const prefix = fields.text('prefix') ?? '';
  return (text) => {
    const rest = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
    const excused = exceptions === undefined ? [] : [...exceptions.scan(rest)];
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
