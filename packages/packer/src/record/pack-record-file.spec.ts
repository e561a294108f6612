import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ErrorCode, type PackRecord, packingBudgetOf } from '@lexichord/abstractions';

import { PackRecordFile } from './pack-record-file.js';

const record: PackRecord = {
  task: 'why does login fail',
  packedMs: 1_000,
  budget: packingBudgetOf(500),
  packed: {
    content: 'text',
    totalTokens: 1,
    availableTokens: 500,
    weights: { relevance: 0.5, recency: 0.3, source: 0.2 },
    includedChunks: [],
    excludedChunks: [],
    rejectedSources: [],
    partial: false,
    warnings: [],
    stats: {
      ...{ sources: 0, rejectedSources: 0, repeatedSources: 0, chunks: 0, includedChunks: 0, excludedChunks: 0 },
      ...{ exactDuplicates: 0, overlapDuplicates: 0, tokensSaved: 0, bySource: {} },
      timingsMs: { collect: 0, chunk: 0, rank: 0, dedup: 0, select: 0, format: 0, total: 0 },
    },
  },
};

describe('PackRecordFile', () => {
  let folder: string;
  let recorder: PackRecordFile;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-record-'));
    recorder = new PackRecordFile({ path: folder, prepare: () => Promise.resolve() });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('gives back the last pack, and keeps it for its user alone', async () => {
    expect(await recorder.last()).toBeUndefined();

    await recorder.save({ ...record, task: 'another' });
    await recorder.save(record);

    expect(await recorder.last()).toEqual(record);
    expect((await stat(join(folder, 'last-pack.json'))).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{"format":1', '{"format":99}', '[]', 'null'])(
    'knows of no pack when the file holds %j',
    async (content) => {
      await writeFile(join(folder, 'last-pack.json'), content);

      expect(await recorder.last()).toBeUndefined();
    },
  );

  it('says what to do when it cannot write', async () => {
    const broken = new PackRecordFile({ path: join(folder, 'file', 'deeper'), prepare: () => Promise.resolve() });
    await writeFile(join(folder, 'file'), '');

    await expect(broken.save(record)).rejects.toMatchObject({ code: ErrorCode.ioFailed });
  });
});
