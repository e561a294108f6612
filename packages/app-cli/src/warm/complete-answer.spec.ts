import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import type { WarmRecord } from '@lexichord/control/warm';

import type { CommandIo } from '../command-io.js';
import { type RunEnd, completeAnswer } from './complete-answer.js';

const record: WarmRecord = {
  ...{ version: 1, pid: 7, address: '/a.sock', secret: randomBytes(32).toString('base64url'), workspaceRoot: '/w' },
  ...{ kind: 'serve', startedAt: '2026-01-01T00:00:00.000Z' },
};

/** What is printed after a beginning by a command that prints these pieces, in order, and how it ends. */
async function complete(
  printed: { readonly stdout?: string; readonly stderr?: string },
  pieces: readonly (readonly ['stdout' | 'stderr', string])[],
  { signal, isFailureReported = false }: { readonly signal?: AbortSignal; readonly isFailureReported?: boolean } = {},
) {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) });
  const streams = { stdout: sink('stdout'), stderr: sink('stderr'), stdin: Readable.from([]) };
  const io: CommandIo = { ...streams, environment: {}, workingDirectory: '/', signal };
  const run = (rest: CommandIo): Promise<RunEnd> => {
    for (const [name, text] of pieces) rest[name].write(text);
    return Promise.resolve({ exitCode: 3, isFailureReported });
  };
  const ended = await completeAnswer({ record, stdout: '', stderr: '', ...printed }, io, run).catch(
    (error: unknown) => error,
  );
  return { ...texts, ended };
}

const broken = expect.objectContaining({ code: 'io-failed', details: { pid: 7 } }) as unknown;

describe('an answer that a warm process has begun', () => {
  it.each([
    ['in the same pieces', 'one two ', ['one ', 'two ', 'three']],
    ['in other pieces', 'one t', ['on', 'e two', ' three']],
    ['all of it', 'one two three', ['one two', ' three']],
    ['nothing of it', '', ['one two three']],
  ])('is completed when it was printed %s', async (_how, stdout, texts) => {
    const { ended, ...printed } = await complete(
      { stdout },
      texts.map((text) => ['stdout', text]),
    );

    expect([stdout + printed.stdout, printed.stderr, ended]).toEqual(['one two three', '', 3]);
  });

  it.each([
    ['differs', ['one 2 three']],
    ['differs in a later piece', ['one ', '2', ' three']],
    ['is shorter', ['one']],
    ['is not there', []],
  ])('is an error when the answer %s; nothing is printed behind it', async (_how, texts) => {
    const { ended, ...printed } = await complete(
      { stdout: 'one two' },
      texts.map((text) => ['stdout', text]),
    );

    expect([printed, ended]).toEqual([{ stdout: '', stderr: '' }, broken]);
  });

  it('has its messages once, and those of progress as they come', async () => {
    const warnings = 'warning: a\nIndexing 1 of 9 files\n';

    const { ended, ...printed } = await complete({ stdout: 'one', stderr: warnings }, [
      ['stderr', 'warning: a\n'],
      ['stderr', 'Indexing 4 of 9 files\n'],
      ['stdout', 'one two'],
      ['stderr', 'warning: b\n'],
    ]);

    expect([printed, ended]).toEqual([{ stdout: ' two', stderr: 'Indexing 4 of 9 files\nwarning: b\n' }, 3]);
  });

  it('is not whole, and has one error, when the command fails by itself', async () => {
    const { ended, ...printed } = await complete({ stdout: 'one' }, [['stderr', 'error: no such file\n']], {
      isFailureReported: true,
    });

    expect([printed, ended]).toEqual([{ stdout: '', stderr: 'error: no such file\n' }, 3]);
  });

  it('is not whole, and no error, when the command is interrupted', async () => {
    const { ended } = await complete({ stdout: 'one' }, [], { signal: AbortSignal.abort() });

    expect(ended).toBe(3);
  });
});
