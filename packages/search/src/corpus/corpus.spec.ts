import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TextIndex, type TextIndexParts, quantizeVector } from '@lexichord/text-index';
import fc from 'fast-check';

import { aCorpus, filesOf, wordCountsOf } from '../test-support/a-corpus.js';
import { aRecord } from '../test-support/a-record.js';
import type { IndexedChunk } from './chunk-record.js';
import { changeCorpus } from './corpus.js';
import { readCorpus, writeCorpus } from './corpus-file.js';
import { chunksByFile, definersIn } from './look-ups.js';
import { encodeChunks } from './encode-chunks.js';
import { countChunkWords, parseWordCounts } from './word-counts.js';

const chunks: readonly IndexedChunk[] = [
  {
    record: aRecord({
      definitions: [
        { name: 'Login', kind: 'class', line: 1 },
        { name: 'login', kind: 'method', line: 2 },
      ],
    }),
    words: '1 user\n2 login',
    vector: quantizeVector(Float32Array.of(1, 0)),
  },
  { record: aRecord({ startLine: 11, symbol: '__proto__' }), words: '', vector: undefined },
  {
    record: aRecord({ startLine: 11, endLine: 12 }),
    words: '1 größe 漢字',
    vector: quantizeVector(Float32Array.of(0, 1)),
  },
  {
    record: aRecord({ filePath: 'src/Z.ts', enclosing: ['half \ud800'] }),
    words: '1 user',
    vector: quantizeVector(Float32Array.of(0.6, 0.8)),
  },
  {
    record: aRecord({ filePath: 'src/a.ts', startLine: 1, endLine: 10, id: 'other' }),
    words: '1 x',
    vector: undefined,
  },
];

describe('word counts', () => {
  it('are written by count and word, and read again', () => {
    const text = wordCountsOf(['b', '7', 'a', '__proto__', 'b', '7', 'b', 'größe']);

    expect(text).toBe('1 __proto__ a größe\n2 7\n3 b');
    expect(parseWordCounts(text)).toEqual([
      { count: 1, words: ['__proto__', 'a', 'größe'] },
      { count: 2, words: ['7'] },
      { count: 3, words: ['b'] },
    ]);
    expect([wordCountsOf([]), parseWordCounts('')]).toEqual(['', []]);
  });

  it('count the path of a chunk twice and its names three times', () => {
    expect(countChunkWords(['src/a.ts', 'login', 'some words'])).toBe('1 some word\n2 src ts\n3 login');
    expect(countChunkWords(['src.ts', '', 'ts'])).toBe('2 src\n3 ts');
    expect(countChunkWords(['', '', ''])).toBe('');
  });

  it.each(['login user', '0 login', '1', '-1 login', '1 login\n', '1.5 login', '9999999999 login'])(
    'refuses %j',
    (text) => {
      expect(() => parseWordCounts(text)).toThrow('are damaged');
    },
  );
});

describe('changeCorpus', () => {
  it('numbers chunks by path and line, and knows what defines a name and what a file holds', () => {
    const corpus = aCorpus(chunks, 2);

    expect(corpus.records.map(({ filePath, startLine, endLine }) => `${filePath}:${startLine}-${endLine}`)).toEqual([
      'src/Z.ts:1-10',
      'src/a.ts:1-10',
      'src/a.ts:1-10',
      'src/a.ts:11-12',
      'src/a.ts:11-20',
    ]);
    expect([...definersIn(corpus)]).toEqual([['login', [2]]]);
    expect([...chunksByFile(corpus)]).toEqual([
      ['src/Z.ts', [0]],
      ['src/a.ts', [1, 2, 3, 4]],
    ]);
  });

  it('is the same whatever order the chunks come in', () => {
    const expected = aCorpus(chunks, 2);
    fc.assert(
      fc.property(fc.shuffledSubarray([...chunks], { minLength: chunks.length }), (shuffled) => {
        expect(aCorpus(shuffled, 2)).toEqual(expected);
      }),
    );
  });

  it('gives what making it anew gives, after any changes of any files', () => {
    const path = fc.constantFrom('a.ts', 'b/c.ts', 'b.ts', 'ä.ts');
    const word = fc.constantFrom('a', 'b', 'zz', '__proto__', 'größe');
    const chunk = fc.record({
      filePath: path,
      startLine: fc.integer({ min: 1, max: 4 }),
      words: fc.array(word, { maxLength: 4 }),
      vector: fc.constantFrom(undefined, Float32Array.of(1, 0), Float32Array.of(0.6, -0.8)),
    });
    const state = fc.uniqueArray(chunk, { selector: ({ filePath, startLine }) => `${filePath}:${startLine}` });
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), (states) => {
        let corpus = aCorpus([], 2);
        for (const chunksOfState of states) {
          const now = chunksOfState.map(({ filePath, startLine, words, vector }): IndexedChunk => {
            const id = `${filePath}:${startLine}@${words.join()}${String(vector)}`;
            const record = aRecord({ filePath, startLine, id, definitions: [] });
            return { record, words: wordCountsOf(words), vector: vector && quantizeVector(vector) };
          });
          const files = filesOf(now);
          const added = now.filter(
            ({ record: { filePath } }) => files.get(filePath)?.chunksHash !== corpus.files.get(filePath)?.chunksHash,
          );
          corpus = changeCorpus(corpus, { files, added: encodeChunks(added, 2) });

          expect(corpus).toEqual(aCorpus(now, 2));
        }
      }),
    );
  });
});

describe('corpus file', () => {
  let folder: string;
  let path: string;
  const corpus = aCorpus(chunks, 2);
  const origin = { identity: 'words 1', fingerprint: 'state 1' };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-corpus-'));
    path = join(folder, 'deep', 'corpus.bin');
    await writeCorpus(path, corpus, origin);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gives back what was written, for this user alone', async () => {
    expect(await readCorpus(path, 'words 1')).toEqual({ corpus, fingerprint: 'state 1' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('gives back a corpus of many records, which is written in pieces', async () => {
    const many = Array.from({ length: 6_000 }, (_unused, number): IndexedChunk => {
      const filePath = `src/${'folder/'.repeat(30)}${number >> 1}.ts`;
      const record = aRecord({ filePath, startLine: 1 + 10 * (number & 1), symbol: `größe ${number}` });
      return { record, words: `1 ${'word'.repeat(50)}${number}`, vector: undefined };
    });
    const large = aCorpus(many, 2);
    await writeCorpus(path, large, origin);

    expect(await readCorpus(path, 'words 1')).toEqual({ corpus: large, fingerprint: 'state 1' });
  });

  it('gives back a corpus without chunks', async () => {
    const empty = aCorpus([], 2);
    await writeCorpus(path, empty, { ...origin, fingerprint: 'state 2' });

    expect(await readCorpus(path, 'words 1')).toEqual({ corpus: empty, fingerprint: 'state 2' });
  });

  it('is nothing when its parts do not fit together, though its checksum does', async () => {
    const { postings, vectors } = corpus.index.parts;
    const parts: readonly TextIndexParts[] = [
      { postings: { ...postings, texts: postings.texts.map(() => corpus.records.length) }, vectors },
      { postings: { ...postings, starts: postings.starts.map((start) => start * 100) }, vectors },
      { postings: { ...postings, starts: postings.starts.map(() => 0) }, vectors },
      { postings: { ...postings, counts: postings.counts.slice(1) }, vectors },
      { postings: { ...postings, lengths: postings.lengths.slice(1) }, vectors },
      { postings: { ...postings, words: postings.words.slice(1) }, vectors },
      { postings, vectors: { ...vectors, scales: vectors.scales.slice(1) } },
      { postings, vectors: { ...vectors, numbers: vectors.numbers.slice(1) } },
    ];
    for (const some of parts) {
      await writeCorpus(path, { ...corpus, index: new TextIndex(some) }, origin);

      expect(await readCorpus(path, 'words 1')).toBeUndefined();
    }
  });

  it('is nothing for an index made with other settings, and where there is no file', async () => {
    expect(await readCorpus(path, 'words 2')).toBeUndefined();
    expect(await readCorpus(join(folder, 'none'), 'words 1')).toBeUndefined();
    expect(await readCorpus(folder, 'words 1')).toBeUndefined();
  });

  it('is nothing when it was cut off, or something was added', async () => {
    const whole = await readFile(path);
    for (let length = 0; length < whole.length; length += 1) {
      await writeFile(path, whole.subarray(0, length));
      expect(await readCorpus(path, 'words 1')).toBeUndefined();
    }
    await writeFile(path, Buffer.concat([whole, Buffer.of(0)]));
    expect(await readCorpus(path, 'words 1')).toBeUndefined();
  });

  it.each([
    '',
    'LXSC',
    'PK\u0003\u0004',
    'LXSC\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0002\u0000\u0000\u0000{}',
    'x'.repeat(1_000),
  ])('is nothing when it is something else: %j', async (content) => {
    await writeFile(path, content);

    expect(await readCorpus(path, 'words 1')).toBeUndefined();
  });

  it('is nothing, or what was written, when any one byte is another', async () => {
    const whole = await readFile(path);
    const wrong: number[] = [];
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      await writeFile(path, damaged);
      if ((await readCorpus(path, 'words 1')) !== undefined) wrong.push(at);
    }

    expect(wrong).toEqual([]);
  });
});
