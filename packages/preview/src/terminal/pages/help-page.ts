import { fitLine } from '../screen/terminal-line.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

/** Keys with their actions. */
export const keyTable: readonly (readonly [string, string])[] = [
  ['↑ ↓', 'choose a source or an assembly'],
  ['space', 'switch the source on or off for all viewers; in the timeline, pick for a comparison'],
  ['enter', 'fold or unfold the source; in the timeline, show the assembly'],
  ['e', 'fold or unfold all sources'],
  ['pgup pgdn, j k', 'scroll'],
  ['home end', 'first and last line'],
  ['s', 'sources'],
  ['p', 'the prompt as it is sent'],
  ['w', 'what was left out, and why'],
  ['t', 'timeline'],
  ['tab', 'the next view'],
  ['d', 'open a document of the workspace'],
  ['l', 'put the cursor on a line, such as 12 or 12:5'],
  ['/', 'query'],
  ['b', 'budget in tokens'],
  ['a', 'agent'],
  ['n', 'back to the newest assembly'],
  ['r', 'refresh'],
  ['x', 'cancel the running assembly'],
  ['esc', 'close a message, an input or a view'],
  ['q', 'quit'],
];

export function helpPage({ columns }: PageFrame): Page {
  const lines = keyTable.map(([keys, meaning]) =>
    fitLine([{ text: keys.padEnd(16), isBold: true }, { text: meaning }], columns),
  );
  return new PageBuilder().add(...lines).build();
}
