import { graphemesOf, widthOf } from '../screen/cell-width.js';
import type { Paint } from '../screen/paint.js';
import { type TerminalLine, fitLine, lineOf } from '../screen/terminal-line.js';
import type { TerminalInput, TerminalState, TerminalView } from '../terminal-state.js';

const questions: Readonly<Record<TerminalInput['kind'], string>> = {
  query: 'Query',
  budget: 'Budget in tokens, empty for the agent’s own',
  line: 'Line, or line:column',
  document: 'Document',
  agent: 'Agent',
};

const browsing = '? help  q quit  r refresh  tab next view  d document  / query  b budget  a agent  l line  t timeline';

const keys: Readonly<Record<TerminalView, string>> = {
  sources: `space switch  enter fold  ${browsing}`,
  prompt: `j k scroll  ${browsing}`,
  'left-out': `j k scroll  ${browsing}`,
  timeline: `enter show  space compare  n newest  ${browsing}`,
  help: 'esc back  q quit',
};

/** Available keys or, during input, the text typed so far. */
export function footerLines({ view, input }: TerminalState, columns: number, paint: Paint): readonly TerminalLine[] {
  const rule = { text: '─'.repeat(columns), isDim: true };
  if (input === undefined) return [[rule], ...wrapKeys(keys[view], columns)];
  const question = `${questions[input.kind]}: `;
  const typed = endOf(input.text, columns - widthOf(question) - 1);
  return [
    [rule],
    fitLine(
      [...lineOf(question, { isBold: true }), ...lineOf(typed, paint.accent), { text: ' ', isInverse: true }],
      columns,
    ),
    fitLine(lineOf('enter accept  esc leave', { isDim: true }), columns),
  ];
}

/** At most two lines of keys, cut between them; those that matter most come first. */
function wrapKeys(text: string, columns: number): readonly TerminalLine[] {
  const lines = [''];
  for (const key of text.split('  ')) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    const longer = line === '' ? key : `${line}  ${key}`;
    if (longer.length <= columns) lines[last] = longer;
    else lines.push(key);
  }
  return lines.slice(0, 2).map((line) => fitLine([{ text: line, isDim: true }], columns));
}

/** The end of the typed text, where typing continues. */
function endOf(text: string, columns: number): string {
  const shown: string[] = [];
  let room = columns;
  for (const grapheme of [...graphemesOf(text)].toReversed()) {
    room -= widthOf(grapheme);
    if (room < 0) break;
    shown.unshift(grapheme);
  }
  return shown.join('');
}
