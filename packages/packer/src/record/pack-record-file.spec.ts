import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ErrorCode, type IPackedTexts, type PackRecord, packingBudgetOf } from '@lexichord/abstractions';
import { chunkHash } from '@lexichord/platform/internal';

import { PackRecordFile } from './pack-record-file.js';

const chunk: PackRecord['packed']['includedChunks'][number] = {
  ...{ id: 'a.ts:1-2@00000000', filePath: 'a.ts', startLine: 1, endLine: 2, tokenCount: 3, kind: 'function' },
  ...{ symbol: 'login', enclosing: ['class User'], definitions: [{ name: 'login', kind: 'method', line: 1 }] },
  ...{ language: 'typescript', part: { index: 1, count: 2 }, partOf: { startLine: 1, endLine: 4 } },
  ...{ sourceType: 'open-file', rankScore: 0.5, rank: 1 },
  ...{ factors: { relevance: 0.5, recency: 0.3, source: 0.2 }, matchedKeywords: ['login'], changedMs: 7 },
};

const record: PackRecord = {
  task: 'why does login fail',
  packedMs: 1_000,
  budget: packingBudgetOf(500),
  packed: {
    content: 'text',
    totalTokens: 1,
    availableTokens: 500,
    weights: { relevance: 0.5, recency: 0.3, source: 0.2 },
    includedChunks: [chunk],
    excludedChunks: [{ ...chunk, rank: 2, reason: 'overlap', keptChunk: chunk.id, detail: 'the same lines' }],
    rejectedSources: [{ filePath: '.env', sourceType: 'open-file', reason: 'path-denied', message: 'It is denied.' }],
    partial: false,
    warnings: ['old'],
    stats: {
      ...{ sources: 0, rejectedSources: 0, repeatedSources: 0, chunks: 0, includedChunks: 0, excludedChunks: 0 },
      ...{
        exactDuplicates: 0,
        overlapDuplicates: 0,
        tokensSaved: 0,
        bySource: { 'open-file': { tokens: 1, chunks: 1, files: 1 } },
      },
      timingsMs: { collect: 0, chunk: 0, rank: 0, dedup: 0, select: 0, format: 0, total: 0 },
    },
  },
};

type Place = readonly (string | number)[];

/** Every place of a value, from the outside in. */
function placesIn(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const inner = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...place, name]));
  return place.length === 0 ? inner : [place, ...inner];
}

function withValue(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, other);
  return copy;
}

describe('PackRecordFile', () => {
  const remembered: string[] = [];
  const packedTexts: IPackedTexts = { remember: (text) => Promise.resolve(void remembered.push(text)) };
  let folder: string;
  let recorder: PackRecordFile;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-record-'));
    remembered.length = 0;
    recorder = new PackRecordFile({ path: folder, prepare: () => Promise.resolve() }, packedTexts);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('gives back the last pack, and keeps it for its user alone', async () => {
    expect(await recorder.last()).toBeUndefined();

    await recorder.save({ ...record, task: 'another' });
    await recorder.save(record);

    expect(await recorder.last()).toEqual(record);
    expect((await stat(join(folder, 'last-pack.json'))).mode & 0o777).toBe(0o600);
  });

  it('has a version that differs after each save, of the same pack, too', async () => {
    const versions = [await recorder.version()];
    for (let save = 1; save <= 3; save += 1) {
      await recorder.save(record);
      versions.push(await recorder.version(), await recorder.version());
    }

    expect(versions[0]).toBeUndefined();
    expect([versions[1], versions[3], versions[5]]).toEqual([versions[2], versions[4], versions[6]]);
    expect(new Set(versions).size).toBe(4);
  });

  describe('a record that is not as it was written', () => {
    const cannotExplain = { code: ErrorCode.ioFailed, message: expect.stringContaining('lexichord pack') as string };
    const keep = (text: string): Promise<void> => writeFile(join(folder, 'last-pack.json'), text);

    it.each(['', '{"format":1', '[]', 'null', '{}', '{"format":99}', '{"format":1}', '{"__proto__":{"format":1}}'])(
      'is refused when it is %j',
      async (text) => {
        await keep(text);

        await expect(recorder.last()).rejects.toMatchObject(cannotExplain);
      },
    );

    it('is refused wherever it is cut off', async () => {
      await recorder.save(record);
      const text = await readFile(join(folder, 'last-pack.json'), 'utf8');

      for (let length = 0; length < text.length; length += 7) {
        await keep(text.slice(0, length));
        await expect(recorder.last()).rejects.toMatchObject(cannotExplain);
      }
    });

    it('is refused whichever of its values is of another type, by the name of the key and without the value', async () => {
      const canary = 'canary-of-a-value';
      const written = JSON.parse(JSON.stringify({ format: 1, ...record })) as object;
      const places = placesIn(written);

      for (const place of places) {
        await keep(JSON.stringify(withValue(written, place, { canary })));
        const error: unknown = await recorder.last().catch((caught: unknown) => caught);
        expect([place, error]).toMatchObject([place, cannotExplain]);
        expect((error as Error).message).not.toContain(canary);
      }
      expect(places.length).toBeGreaterThan(60);
    });

    it('keeps names that it does not know out of what it gives', async () => {
      await keep(JSON.stringify({ format: 1, ...record, extra: 1 }).replace('{', '{"__proto__":{"polluted":1},'));

      const last = await recorder.last();

      expect(last).toEqual(record);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it('is refused when it is a link or a folder', async () => {
      await recorder.save(record);
      await rename(join(folder, 'last-pack.json'), join(folder, 'elsewhere.json'));
      await symlink(join(folder, 'elsewhere.json'), join(folder, 'last-pack.json'));
      await expect(recorder.last()).rejects.toMatchObject(cannotExplain);

      await rm(join(folder, 'last-pack.json'));
      await mkdir(join(folder, 'last-pack.json'));
      await expect(recorder.last()).rejects.toMatchObject(cannotExplain);
    });
  });

  it('remembers that its text is packed text, but not of a file that is shown as it is', async () => {
    const lines = 'one\ntwo\n';
    const asItIs = { ...chunk, id: `a.ts:1-2@${chunkHash(lines)}` };
    const packed = `### a.ts (lines 1-2)\n${lines}`;
    for (const content of [packed, lines]) {
      await recorder.save({ ...record, packed: { ...record.packed, content, includedChunks: [asItIs] } });
    }

    expect(remembered).toEqual([packed]);
  });

  it('says what to do when it cannot write', async () => {
    const elsewhere = { path: join(folder, 'file', 'deeper'), prepare: () => Promise.resolve() };
    const broken = new PackRecordFile(elsewhere, packedTexts);
    await writeFile(join(folder, 'file'), '');

    await expect(broken.save(record)).rejects.toMatchObject({ code: ErrorCode.ioFailed });
  });
});
