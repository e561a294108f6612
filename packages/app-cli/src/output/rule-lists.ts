import {
  type Axiom,
  type AxiomCheckReport,
  type AxiomSeverity,
  type AxiomViolation,
  axiomSeverities,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { describeAxiom } from '@lexichord/runtime';

import { locationText } from './knowledge-tables.js';
import { countOf, formatCount } from './numbers.js';
import { type Colors, type TextLayout, wrapText } from './text-layout.js';

/** Width of the longest severity and a gap. */
const severityWidth = 9;

/** Each rule as a sentence, with its name and description below. */
export function axiomList(axioms: readonly Axiom[], layout: TextLayout): string {
  return axioms.map((axiom) => axiomLines(axiom, layout)).join('\n');
}

function axiomLines(axiom: Axiom, { colors, columns }: TextLayout): string {
  const { name, description, severity, isEnabled } = axiom;
  const author = [isEnabled ? '' : 'switched off', name, description].filter((text) => text !== '').join(' · ');
  const width = columns - severityWidth - 2;
  return [
    ...wrapText(toTerminalLine(describeAxiom(axiom)), width),
    ...wrapText(toTerminalLine(author), width).map((line) => colors.dim(line)),
  ]
    .map((line, index) => `  ${index === 0 ? severityCell(severity, colors) : ' '.repeat(severityWidth)}${line}`)
    .join('\n');
}

/** A severity, padded to the column's width. */
function severityCell(severity: AxiomSeverity, colors: Colors): string {
  return `${severityText(severity, colors)}${' '.repeat(severityWidth - severity.length)}`;
}

/** Violations shown for each rule. */
const maxOfRule = 5;

/** Violations shown in all. */
const maxShown = 40;

/** Broken rules, each with its violations and their sources; '' without any. */
export function violationList(violations: readonly AxiomViolation[], layout: TextLayout): string {
  const groups = groupBy(violations, ({ axiomId }) => axiomId);
  let room = maxShown;
  const shown: string[] = [];
  for (const group of groups.values()) {
    if (room <= 0) break;
    const max = Math.min(maxOfRule, room);
    shown.push(ruleText(group, max, layout));
    room -= Math.min(group.length, max);
  }
  const left = groups.size - shown.length;
  const rest = left === 0 ? [] : [layout.colors.dim(`… and ${countOf(left, 'more broken rule')}; --json lists all`)];
  return [...shown, ...rest].join('\n\n');
}

/** `2 errors and 1 warning in 180 entities, checked against 5 rules`. */
export function violationSummary(
  { violations, checkedEntities, checkedAxioms }: AxiomCheckReport,
  { colors }: TextLayout,
): string {
  const checked = `${formatCount(checkedEntities)} ${checkedEntities === 1 ? 'entity' : 'entities'} and ${countOf(checkedAxioms, 'rule')} checked`;
  if (checkedAxioms === 0) return `${checked}: no rule can be broken.`;
  if (violations.length === 0) return `${colors.green('No rule is broken.')} ${checked}.`;
  const counts = axiomSeverities
    .toReversed()
    .map((severity) => ({ severity, count: violations.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => (severity === 'info' ? `${formatCount(count)} info` : countOf(count, severity)));
  return `${colors.bold(counts.join(', '))}. ${checked}.`;
}

function ruleText(group: readonly AxiomViolation[], max: number, { colors, columns }: TextLayout): string {
  const [first] = group;
  if (first === undefined) return '';
  const { axiomName, severity, evidence } = first;
  const heading = `${severityCell(severity, colors)}${colors.bold(toTerminalLine(axiomName))}  ${colors.dim(locationText(evidence.slice(-1)))}`;
  const lines = group.slice(0, max).flatMap((violation) => factLines(violation, { colors, columns }));
  const left = group.length - max;
  return [heading, ...lines, ...(left <= 0 ? [] : [colors.dim(`  … and ${formatCount(left)} more`)])].join('\n');
}

function factLines({ message, evidence }: AxiomViolation, { colors, columns }: TextLayout): readonly string[] {
  const facts = evidence.length > 1 ? evidence.slice(0, -1) : evidence;
  const location = locationText(facts);
  const lines = wrapText(toTerminalLine(message), columns - 2).map((line) => `  ${line}`);
  const last = lines.at(-1) ?? '';
  return last.length + 2 + location.length <= columns
    ? [...lines.slice(0, -1), `${last}  ${colors.dim(location)}`]
    : [...lines, `    ${colors.dim(location)}`];
}

/** A severity in its colour. */
function severityText(severity: AxiomSeverity, { red, yellow, dim }: Colors): string {
  const paint = { error: red, warning: yellow, info: dim }[severity];
  return paint(severity);
}
