import type { PreviewTerminalOptions } from './terminal/start-preview-terminal.js';

/**
 * Shows the panel in a terminal, on a screen of its own, and gives the terminal back as it was. Resolves when the user
 * quits or the signal aborts.
 *
 * @throws {LexichordError} `invalid-argument` when `stdin` or `stdout` is no terminal
 */
export async function startPreviewTerminal(options: PreviewTerminalOptions): Promise<void> {
  const terminal = await import('./terminal/start-preview-terminal.js');
  await terminal.startPreviewTerminal(options);
}
