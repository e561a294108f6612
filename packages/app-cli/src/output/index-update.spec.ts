import { Readable } from 'node:stream';

import type { IndexProgress } from '@lexichord/abstractions';

import { ManualClock } from '@lexichord/testing';

import type { CommandIo } from '../command-io.js';
import { progressLine, showIndexProgress } from './index-update.js';

const progress: IndexProgress = { filesDone: 1_250, filesTotal: 4_000, chunks: 9_876, embedded: 0 };

/** Everything that is written to standard error, which is a terminal of so many columns or a pipe. */
function recordingIo(columns: number | undefined): { readonly io: CommandIo; readonly written: () => string } {
  let text = '';
  const stderr = { write: (more: string) => (text += more), isTTY: columns !== undefined, columns };
  const stdout = { write: () => (text += 'written to standard output') };
  const stdin = Readable.from([]);
  const io = { stdout, stderr, stdin, environment: { NO_COLOR: '1' }, workingDirectory: '/' };
  return { io, written: () => text };
}

describe('showIndexProgress', () => {
  it('shows a line on a terminal and clears it when the work is done', async () => {
    const { io, written } = recordingIo(120);

    const result = await showIndexProgress(io, (onProgress) => {
      onProgress?.(progress);
      return Promise.resolve('done');
    });

    expect(result).toBe('done');
    expect(written()).toBe('\r\u001b[2KIndexing 1,250 of 4,000 files, 9,876 chunks\r\u001b[2K');
  });

  it('clears the line when the work fails, and hands the failure on', async () => {
    const { io, written } = recordingIo(120);
    const reason = new DOMException('Interrupted.', 'AbortError');

    const shown = showIndexProgress(io, (onProgress) => {
      onProgress?.(progress);
      return Promise.reject(reason);
    });

    await expect(shown).rejects.toBe(reason);
    expect(written().endsWith('\r\u001b[2K')).toBe(true);
  });

  it('writes again at most every 100 ms, and never more than a line', async () => {
    const { io, written } = recordingIo(41);

    await showIndexProgress(io, (onProgress) => {
      for (let filesDone = 0; filesDone < 1_000; filesDone += 1) onProgress?.({ ...progress, filesDone });
      return Promise.resolve();
    });

    const lines = written().split('\r\u001b[2K').slice(1, -1);
    expect(lines.length).toBeLessThan(100);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('writes nothing when there is nothing to show', async () => {
    const { io, written } = recordingIo(80);

    await showIndexProgress(io, () => Promise.resolve());

    expect(written()).toBe('');
  });

  it('writes nothing for short work in a pipe', async () => {
    const { io, written } = recordingIo(undefined);
    const clock = new ManualClock();

    await showIndexProgress({ ...io, clock }, async (onProgress) => {
      onProgress?.(progress);
      await clock.advanceWhenIdle(1_900);
    });
    clock.advance(60_000);

    expect([written(), clock.runningTimers]).toEqual(['', 0]);
  });

  it('writes nothing in a pipe where the environment says so', async () => {
    const { io, written } = recordingIo(undefined);
    const clock = new ManualClock();
    const environment = { ...io.environment, LEXICHORD_PROGRESS: 'off' };

    await showIndexProgress({ ...io, environment, clock }, async (onProgress) => {
      onProgress?.(progress);
      await clock.advanceWhenIdle(60_000);
    });

    expect([written(), clock.runningTimers]).toEqual(['', 0]);
  });

  it('writes a line for long work in a pipe after two seconds, and every ten, even while nothing is reported', async () => {
    const { io, written } = recordingIo(undefined);
    const clock = new ManualClock();
    const line = 'Indexing 1,250 of 4,000 files, 9,876 chunks\n';

    await showIndexProgress({ ...io, clock }, async (onProgress) => {
      await clock.advanceWhenIdle(5_000);
      expect(written()).toBe('');
      onProgress?.(progress);
      expect(written()).toBe(line);
      await clock.advanceWhenIdle(19_900);
      expect(written()).toBe(line + line);
      onProgress?.(progress);
    });

    expect(written()).toBe(line + line);
  });
});

describe('progressLine', () => {
  it.each([
    [{ files: 0, elapsedMs: 5_000 }, 'Indexing 1,250 of 4,000 files, 9,876 chunks'],
    [{ files: 900, elapsedMs: 999 }, 'Indexing 1,250 of 4,000 files, 9,876 chunks'],
    [{ files: 1_000, elapsedMs: 2_000 }, 'Indexing 1,250 of 4,000 files, 9,876 chunks, 500 files/s, 6 s left'],
    [{ files: 1, elapsedMs: 4_000 }, 'Indexing 1,250 of 4,000 files, 9,876 chunks, 1 files/s, 11,000 s left'],
  ])('has a rate and the time left once they say something: %j', (pace, line) => {
    expect(progressLine(progress, pace)).toBe(line);
  });
});
