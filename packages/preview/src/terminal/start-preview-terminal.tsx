import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { render } from 'ink';

import type { IPreviewConnection } from '../protocol/preview-connection.js';
import { ContextPreviewViewModel } from '../view-model/context-preview-view-model.js';
import type { PreviewMemory } from '../view-model/preview-actions.js';
import { PreviewTerminal } from './preview-terminal.js';

const alternateScreen = { enter: '\u001b[?1049h', leave: '\u001b[?1049l' } as const;

/** The server, the streams of the terminal, and the first document. */
export interface PreviewTerminalOptions {
  readonly connection: IPreviewConnection;
  /** A terminal: keys are read one by one. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** To be opened at once. */
  readonly documentPath?: string | undefined;
  /** Closes the view, as if the user had. */
  readonly signal?: AbortSignal | undefined;
  /** Default: unless `NO_COLOR` is set. */
  readonly isColored?: boolean | undefined;
  readonly memory?: PreviewMemory | undefined;
}

/**
 * Shows the panel in a terminal, on a screen of its own, and gives the terminal back as it was. Resolves when the user
 * quits or `signal` aborts.
 *
 * @throws {LexichordError} `invalid-argument` when `stdin` or `stdout` is no terminal
 */
export async function startPreviewTerminal(options: PreviewTerminalOptions): Promise<void> {
  const { connection, stdin, stdout, signal, memory } = options;
  if (!stdin.isTTY || !stdout.isTTY) {
    const message = 'The terminal view needs a terminal. Leave out --tui to open the panel in a browser.';
    throw new LexichordError(ErrorCode.invalidArgument, message);
  }
  if (signal?.aborted === true) return;
  const viewModel = new ContextPreviewViewModel(connection, { memory });
  // A list that fits the screen to begin with.
  viewModel.expandAll(false);
  const leave = enterScreen(stdout);
  try {
    viewModel.start();
    if (options.documentPath !== undefined) void viewModel.openDocument(options.documentPath);
    await show(viewModel, options);
  } finally {
    viewModel.dispose();
    leave();
  }
}

async function show(viewModel: ContextPreviewViewModel, options: PreviewTerminalOptions): Promise<void> {
  const { stdin, stdout, signal, isColored = (process.env['NO_COLOR'] ?? '') === '' } = options;
  const app = render(<PreviewTerminal viewModel={viewModel} isColored={isColored} />, { stdin, stdout });
  const close = (): void => app.unmount();
  signal?.addEventListener('abort', close, { once: true });
  try {
    await app.waitUntilExit();
  } finally {
    signal?.removeEventListener('abort', close);
    app.cleanup();
  }
}

/** Switches to another screen; the former content is restored, also when the process ends early. */
function enterScreen(stdout: NodeJS.WriteStream): () => void {
  const leave = (): void => void stdout.write(alternateScreen.leave);
  process.once('exit', leave);
  stdout.write(alternateScreen.enter);
  return () => {
    process.removeListener('exit', leave);
    leave();
  };
}
