import { toTerminalLine } from './terminal-text.js';

/** A value as it can be pasted into a shell behind a command. */
export function shellWord(value: string): string {
  const line = toTerminalLine(value);
  return /^[\w./:@%+-][\w./:@%+=-]*$/u.test(line) && !line.startsWith('-')
    ? line
    : `'${line.replaceAll("'", `'\\''`)}'`;
}
