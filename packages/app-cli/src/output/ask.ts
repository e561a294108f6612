import { createInterface } from 'node:readline/promises';

import type { CommandIo } from '../command-io.js';

/** Whether somebody is there to be asked: what is typed is read from a terminal, and the question is seen on one. */
export function canAsk({ stdin, stderr }: CommandIo): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true && stderr.isTTY === true;
}

/**
 * Asks on the terminal. Anything but `y` or `yes` is a no, and so is an end of the input.
 *
 * @throws the signal's reason when the user interrupts
 */
export async function askYesOrNo(question: string, { stdin, stderr, signal }: CommandIo): Promise<boolean> {
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    const answer = await firstLine(lines, signal);
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    lines.close();
  }
}

function firstLine(lines: ReturnType<typeof createInterface>, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
