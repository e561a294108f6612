import { createInterface } from 'node:readline';

import type { CommandIo } from '../command-io.js';

/**
 * Asks on the terminal.
 *
 * @returns the line without blanks around it; `undefined` at the end of the input
 * @throws the signal's reason when the user interrupts
 */
export async function askForLine(question: string, { stdin, stderr, signal }: CommandIo): Promise<string | undefined> {
  stderr.write(question);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', (line) => resolve(line.trim()));
      lines.once('close', () => resolve(undefined));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    lines.close();
  }
}

/** Asks on the terminal. Anything but `y` or `yes` is a no, and so is an end of the input. */
export async function askYesOrNo(question: string, io: CommandIo): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await askForLine(`${question} [y/N] `, io)) ?? '');
}
