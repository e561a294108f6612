import { renameSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { ICompressionStore, type Token } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { PatientClock } from '@lexichord/testing';

import { runCli } from '../run-cli.js';
import { aChatWorkspace, chatFile } from '../test-support/memory-workspace.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('memory import, of a file that becomes a link to a denied one', () => {
  it.each([
    ['of a conversation that is not stored', 'new'],
    ['of one that is stored, and compared with the file', 'chat'],
  ])('reads nothing: %s', async (_what, conversationId) => {
    const workingDirectory = await aChatWorkspace({ 'talk.jsonl': chatFile(), '.env': chatFile() });
    const file = join(workingDirectory, 'talk.jsonl');
    /** After the name was judged, and before the file is opened. */
    const putLink = (): void => {
      renameSync(file, `${file}.before`);
      symlinkSync('.env', file);
    };
    let stderr = '';
    const streams = {
      stdout: { write: () => true },
      stderr: { write: (text: string) => (stderr += text) },
      stdin: Readable.from([]),
    };

    const exitCode = await runCli(['memory', 'import', 'talk.jsonl', '--conversation', conversationId], {
      ...streams,
      environment: { HOME: homedir(), NO_COLOR: '1' },
      workingDirectory,
      clock: new PatientClock(),
      openRuntime: async (options) => {
        const runtime = await createRuntime(options);
        const resolve = runtime.resolve.bind(runtime);
        jest.spyOn(runtime, 'resolve').mockImplementation((token: Token<unknown>) => {
          if (token === ICompressionStore) putLink();
          return resolve(token);
        });
        return { runtime, close: () => runtime.dispose() };
      },
    });

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('files of this name can hold secrets')]);
  });
});
