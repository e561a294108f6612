import type { Axiom, AxiomSeverity } from '@lexichord/abstractions';
import { describeAxiom } from '@lexichord/runtime';

import type { Colors } from './colors.js';
import { severityText } from './knowledge-tables.js';
import { toTerminalLine } from './terminal-text.js';
import type { TextLayout } from './titled-rows.js';
import { wrapText } from './wrap-text.js';

/** Room for the longest severity and a gap. */
const severityWidth = 9;

/** Each rule as a sentence, with its name and what its author says of it below. */
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

/** A severity with the room that all have. */
export function severityCell(severity: AxiomSeverity, colors: Colors): string {
  return `${severityText(severity, colors)}${' '.repeat(severityWidth - severity.length)}`;
}
