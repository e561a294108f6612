import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type * as TerminalModule from './terminal/start-preview-terminal.js';

type PreviewTerminalOptions = TerminalModule.PreviewTerminalOptions;

/**
 * Shows the panel in a terminal, on a screen of its own, and gives the terminal back as it was. Resolves when the user
 * quits or the signal aborts.
 *
 * @throws {LexichordError} `invalid-argument` when `stdin` or `stdout` is no terminal; `not-found` when ink or react,
 * which are optional, are not installed
 */
export async function startPreviewTerminal(options: PreviewTerminalOptions): Promise<void> {
  const terminal = await withoutCiMarks(() => loadTerminal());
  await terminal.startPreviewTerminal(options);
}

/** @param load another way to load it, for tests */
export async function loadTerminal(
  load: () => Promise<typeof TerminalModule> = () => import('./terminal/start-preview-terminal.js'),
): Promise<typeof TerminalModule> {
  try {
    return await load();
  } catch (cause) {
    const [, name] = /^Cannot find package '(ink|react)'/u.exec(cause instanceof Error ? cause.message : '') ?? [];
    if (name === undefined) throw cause;
    throw new LexichordError(
      ErrorCode.notFound,
      `The panel in a terminal needs the package ${name}, which is not installed. Run "npm install ink@6 react@19" where Lexichord is installed, or open the panel in a browser.`,
      { details: { package: name }, cause },
    );
  }
}

const ciMarks = ['CI', 'CONTINUOUS_INTEGRATION'] as const;

/**
 * Hides these variables during the load: Ink checks them once when it is loaded, and then draws no updates. This view
 * is always interactive, even in a container made for CI.
 */
async function withoutCiMarks<T>(load: () => Promise<T>): Promise<T> {
  const marks = ciMarks.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  for (const [name] of marks) Reflect.deleteProperty(process.env, name);
  try {
    return await load();
  } finally {
    for (const [name, value] of marks) process.env[name] = value;
  }
}
