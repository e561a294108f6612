import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ErrorCode, type IStateFolder } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';

import { StrategyStateFile } from './strategy-state-file.js';

describe('StrategyStateFile', () => {
  let folder: string;
  const open = (): StrategyStateFile =>
    new StrategyStateFile({ path: folder, prepare: () => Promise.resolve() } as IStateFolder, new RecordingLogger());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-state-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps every switch of several processes at once', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `strategy-${index}`);

    // Each has a file of its own, as each process has: they only share the folder.
    await Promise.all(ids.map((id) => open().remember(id, false)));

    expect([...(await open().read()).keys()].sort()).toEqual(ids.sort());
  });

  it('takes over the lock of a process that has ended', async () => {
    await mkdir(join(folder, 'state.json.lock'));
    await utimes(join(folder, 'state.json.lock'), 1_000, 1_000);

    await open().remember('style', false);

    expect([...(await open().read())]).toEqual([['style', false]]);
  });

  it.each([
    ['half a file', '{"format": 1, "strategies": {"heading": false, "cur'],
    ['another shape', '{"format": 1, "strategies": {"heading": "no"}}'],
  ])('leaves what it cannot understand, and says what to do: %s', async (_what, text) => {
    const path = join(folder, 'state.json');
    await writeFile(path, text);

    await expect(open().remember('style', false)).rejects.toMatchObject({
      code: ErrorCode.ioFailed,
      message: `Could not save that "style" is off: the content of "${path}" is invalid. Remove it, and switch the strategies again.`,
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
