import type { PreviewTerminalOptions } from './terminal/start-preview-terminal.js';

/**
 * Shows the panel in a terminal, on a screen of its own, and gives the terminal back as it was. Resolves when the user
 * quits or the signal aborts.
 *
 * @throws {LexichordError} `invalid-argument` when `stdin` or `stdout` is no terminal
 */
export async function startPreviewTerminal(options: PreviewTerminalOptions): Promise<void> {
  const terminal = await withoutCiMarks(() => import('./terminal/start-preview-terminal.js'));
  await terminal.startPreviewTerminal(options);
}

const ciMarks = ['CI', 'CONTINUOUS_INTEGRATION'] as const;

/**
 * Ink looks for these once, when it is loaded, and then draws nothing that changes. Whoever asks for this view sits in
 * front of it, whatever the container that the terminal runs in was made for.
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
