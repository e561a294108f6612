import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

import { ErrorCode } from '@lexichord/abstractions';

import { ScriptedConnection } from '../view-model/test-support/scripted-connection.js';
import { settled } from '../view-model/test-support/manual-timers.js';
import { type PreviewTerminalOptions, startPreviewTerminal } from './start-preview-terminal.js';

/** Both ends of a terminal, as far as the view uses them. */
class TestTerminal {
  written = '';
  readonly stdin = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: true,
    setRawMode: (): void => undefined,
    ref: (): void => undefined,
    unref: (): void => undefined,
  }) as unknown as NodeJS.ReadStream;
  readonly stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 80,
    rows: 20,
    write: (text: string): boolean => {
      this.written += text;
      return true;
    },
  }) as unknown as NodeJS.WriteStream;

  get streams(): Pick<PreviewTerminalOptions, 'stdin' | 'stdout'> {
    return { stdin: this.stdin, stdout: this.stdout };
  }
}

describe('startPreviewTerminal', () => {
  it('shows the panel on a screen of its own until the user quits, and gives the terminal back', async () => {
    const terminal = new TestTerminal();
    const connection = new ScriptedConnection();
    const exitListeners = process.listenerCount('exit');

    const ended = startPreviewTerminal({ connection, ...terminal.streams, isColored: false });
    await settled();
    connection.begin();
    await settled();
    expect(connection.isOpen).toBe(true);
    terminal.stdin.push('q');
    await ended;

    expect(terminal.written.startsWith('\u001b[?1049h')).toBe(true);
    expect(terminal.written.endsWith('\u001b[?1049l')).toBe(true);
    expect(connection.isOpen).toBe(false);
    expect(process.listenerCount('exit')).toBe(exitListeners);
  });

  it('ends when it is told to', async () => {
    const terminal = new TestTerminal();
    const connection = new ScriptedConnection();
    const controller = new AbortController();

    const ended = startPreviewTerminal({ connection, ...terminal.streams, signal: controller.signal });
    await settled();
    controller.abort();
    await ended;

    expect(connection.isOpen).toBe(false);
    expect(terminal.written.endsWith('\u001b[?1049l')).toBe(true);
  });

  it('does not begin when it was told to end before', async () => {
    const terminal = new TestTerminal();

    await startPreviewTerminal({
      connection: new ScriptedConnection(),
      ...terminal.streams,
      signal: AbortSignal.abort(),
    });

    expect(terminal.written).toBe('');
  });

  it('needs a terminal', async () => {
    const terminal = new TestTerminal();
    Object.assign(terminal.stdin, { isTTY: false });

    await expect(
      startPreviewTerminal({ connection: new ScriptedConnection(), ...terminal.streams }),
    ).rejects.toMatchObject({
      code: ErrorCode.invalidArgument,
    });
    expect(terminal.written).toBe('');
  });
});
