import type { MarkdownTask } from '../../worker/parse-markdown.mjs';

/** About 30 ms of the parser: less than it takes to start a thread. */
const maxLength = 8_192;

/** Long lines and deep nesting take quadratic time. */
const maxLineLength = 2_000;
const deepNesting = /^(?:[ \t]{40}|(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\]\r\n]*\]:)){12})/mu;

/** Whether tasks can be run on the main thread without holding it up. */
export function isQuickToParse(tasks: readonly MarkdownTask[]): boolean {
  const texts = tasks.map((task) => (task.kind === 'blocks' ? task.text : task.lines.join('\n')));
  if (texts.reduce((sum, text) => sum + text.length, 0) > maxLength) return false;
  return texts.every((text) => !deepNesting.test(text) && longestLine(text) <= maxLineLength);
}

function longestLine(text: string): number {
  return text.split(/[\r\n]/u).reduce((longest, line) => Math.max(longest, line.length), 0);
}
