import { compressionLevelNames } from '@lexichord/abstractions';
import { countOf, formatCount } from '@lexichord/platform/number-text';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { FragmentForm, FragmentView } from '../../view-model/preview-state.js';
import type { Paint } from '../screen/paint.js';
import { type TerminalLine, fitLine } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';

/** Entities or ranges that are listed above a fragment's content. */
const maxListed = 12;

const uses = { same: 'as in the last request', different: 'otherwise in the last request', 'not-used': '' } as const;

const drawn = new WeakMap<FragmentView, { readonly columns: number; readonly lines: readonly string[] }>();

/** What an unfolded source shows below its line: facts, what its parts are, and the content itself. */
export function fragmentLines(fragment: FragmentView, columns: number, paint: Paint): readonly TerminalLine[] {
  const gutter = { text: paint.isColored ? '  ▎ ' : '  | ', ...paint.source(fragment.color) };
  const width = columns - 4;
  const facts = [factsOf(fragment), ...partsOf(fragment.form)]
    .flatMap((text) => wrapText(toTerminalLine(text), width))
    .map((text): TerminalLine => [{ text, isDim: true }]);
  const content = contentLines(fragment, width).map((text): TerminalLine => [{ text }]);
  return [...facts, ...content].map((line) => [gutter, ...fitLine(line, width)]);
}

/** Wrapping a long content again for each key would be felt. */
function contentLines(fragment: FragmentView, columns: number): readonly string[] {
  const known = drawn.get(fragment);
  if (known?.columns === columns) return known.lines;
  const lines = wrapText(fragment.content, columns);
  drawn.set(fragment, { columns, lines });
  return lines;
}

function factsOf({ budgetShare, relevance, use, truncatedFrom, deduplicated }: FragmentView): string {
  return [
    `${(budgetShare * 100).toFixed(1)}% of the budget`,
    `relevance ${relevance.toFixed(2)}`,
    uses[use],
    truncatedFrom === undefined ? '' : `shortened from ${formatCount(truncatedFrom.tokens)}`,
    deduplicated === undefined ? '' : `${countOf(deduplicated.blocks, 'block')} cut as duplicates`,
  ]
    .filter((fact) => fact !== '')
    .join(', ');
}

function partsOf(form: FragmentForm): readonly string[] {
  switch (form.kind) {
    case 'text':
      return [];
    case 'files':
      return listed(form.ranges.map(({ filePath, startLine, endLine }) => `${filePath}:${startLine}-${endLine}`));
    case 'knowledge':
      return listed(form.entities.map(({ type, name, score }) => `${type}: ${name} (${score.toFixed(2)})`));
    case 'conversation':
      return listed(form.segments.map(({ segmentId, level }) => `${segmentId} (${compressionLevelNames[level]})`));
  }
}

function listed(parts: readonly string[]): readonly string[] {
  const more = parts.length - maxListed;
  return more > 0 ? [...parts.slice(0, maxListed), `and ${formatCount(more)} more`] : parts;
}
