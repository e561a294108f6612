import { common, createLowlight } from 'lowlight';

import { type CodeRun, codeRuns } from './code-lines.js';

/** Fence names that the highlighter lacks. */
const otherNames: Readonly<Record<string, string>> = {
  tsx: 'typescript',
  jsx: 'javascript',
  vue: 'xml',
  jsonc: 'json',
};

const highlighter = createLowlight(common);

/**
 * Colours code: the concatenated runs are the code, byte for byte. `undefined` for an uncommon language. A separate
 * module, which the page loads when code is shown.
 */
export function highlightCode(code: string, language: string): readonly CodeRun[] | undefined {
  const name = language.toLowerCase();
  const registered = highlighter.registered(name)
    ? name
    : Object.hasOwn(otherNames, name)
      ? otherNames[name]
      : undefined;
  if (registered === undefined || registered === 'plaintext') return undefined;
  const runs = codeRuns(highlighter.highlight(registered, code));
  return runs.map(({ text }) => text).join('') === code ? runs : undefined;
}
