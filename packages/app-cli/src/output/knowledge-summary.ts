import type { CutEntity, KnowledgeContextFragment } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { entityText } from './knowledge-tables.js';
import { countOf, formatCount } from './numbers.js';
import { secretList } from './secret-list.js';
import { toTerminalLine } from './terminal-text.js';
import { titledRows } from './titled-rows.js';

/** Entities that were left out are named up to this many for each reason. */
const maxNamed = 5;

const reasonTexts: Readonly<Record<CutEntity['reason'], string>> = {
  'over-budget': 'no room in the budget',
  'entity-limit': 'more entities than the agent wants',
  duplicate: 'said by another entity that is there',
  licence: 'more entities than the licence opens',
};

/** Accounts for knowledge on standard error: how much it is, what was left out, and why. */
export function printKnowledgeSummary(fragment: KnowledgeContextFragment, io: CommandIo): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const { dim, bold } = layout.colors;
  const { entities, relationships, axioms, tokenEstimate, totalEntitiesAvailable, cut, secrets, notes } = fragment;
  const kinds = [
    `${formatCount(entities.length)} of ${formatCount(totalEntitiesAvailable)} entities found`,
    countOf(relationships.length, 'relationship'),
    countOf(axioms.length, 'rule'),
  ];
  const sections = [
    `${bold(countOf(tokenEstimate, 'token'))}: ${kinds.join(', ')}`,
    titledRows('Left out', leftOutRows(cut), layout),
    secretList(secrets, layout),
    notes.map((note) => `${dim('note:')} ${toTerminalLine(note)}`).join('\n'),
  ];
  const rule = io.stdout.isTTY === true && fragment.content !== '' ? `${dim('─'.repeat(layout.columns))}\n` : '';
  io.stderr.write(`${rule}${sections.filter((text) => text !== '').join('\n\n')}\n`);
}

/** A row for each reason. */
function leftOutRows(cut: readonly CutEntity[]): readonly (readonly string[])[] {
  return Object.entries(reasonTexts).flatMap(([reason, text]) => {
    const entities = cut.filter((one) => one.reason === reason);
    if (entities.length === 0) return [];
    const named = entities.slice(0, maxNamed).map(entityText).join(', ');
    const more = entities.length > maxNamed ? ` and ${formatCount(entities.length - maxNamed)} more` : '';
    return [[reason, `${text}: ${named}${more}`]];
  });
}
