import { createHash } from 'node:crypto';

import { jest } from '@jest/globals';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { MemoryEditorService } from '@lexichord/testing';

import type { RankedChunk } from '../ranking/rank-candidates.js';
import { aRecord } from '../test-support/a-record.js';
import { readHits } from './read-hits.js';

function aRanked(filePath: string, startLine: number, content: string): RankedChunk {
  const endLine = startLine + content.split(/\r\n|\r|\n/u).length - 2;
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const record = aRecord({ filePath, startLine, endLine, id: `${filePath}:${startLine}-${endLine}@${hash}` });
  const parts = [
    { signal: 'words', score: 0.9 },
    { signal: 'test-file', score: -0.3 },
  ];
  return { record, parts, score: 0.6, relevance: 0.6 };
}

describe('readHits', () => {
  it('gives the lines as they are in the file, with a score of 0 to 1 that its parts add up to', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\r\ntwo\rthree\u2028still\nfour\n' });

    const { hits, changed } = await readHits([aRanked('a.ts', 2, 'two\rthree\u2028still\n')], { topK: 3, editor });

    expect(changed).toEqual([]);
    expect(hits).toMatchObject([{ filePath: 'a.ts', startLine: 2, endLine: 3, content: 'two\rthree\u2028still\n' }]);
    const { score = Number.NaN, parts = [] } = hits[0] ?? {};
    expect(score).toBeCloseTo(1 - Math.exp(-0.6), 12);
    expect(parts.map((part) => part.signal)).toEqual(['words', 'test-file']);
    expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 12);
  });

  it('shows no line of a file that has changed, and goes on to the next best', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'new first\none\n', 'b.ts': 'two\n', 'c.ts': 'three\n' });
    const ranked = [
      aRanked('a.ts', 1, 'one\n'),
      aRanked('gone.ts', 1, 'x\n'),
      aRanked('b.ts', 1, 'two\n'),
      aRanked('c.ts', 1, 'three\n'),
    ];

    const { hits, changed } = await readHits(ranked, { topK: 1, editor });

    expect(hits.map(({ content }) => content)).toEqual(['two\n']);
    expect(changed).toEqual(['a.ts', 'gone.ts']);
  });

  it('shows no line beyond the end of a file that became shorter', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\n' });

    expect(await readHits([aRanked('a.ts', 40, 'x\ny\n')], { topK: 5, editor })).toEqual({
      hits: [],
      rest: [],
      changed: ['a.ts'],
      undecoded: [],
    });
  });

  it('reads nothing when no hit is wanted', async () => {
    expect(await readHits([aRanked('a.ts', 1, 'one\n')], { topK: 0, editor: new MemoryEditorService() })).toEqual({
      hits: [],
      rest: [],
      changed: [],
      undecoded: [],
    });
  });

  it('puts the symbol behind what encloses it, once', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\n' });
    const hit = aRanked('a.ts', 1, 'one\n');
    const withNames = (enclosing: readonly string[], symbol: string | undefined): RankedChunk => ({
      ...hit,
      record: { ...hit.record, enclosing, symbol },
    });
    const ranked = [withNames(['class A'], 'run'), withNames(['Title', 'Part'], 'Part'), withNames(['X'], undefined)];

    const { hits } = await readHits(ranked, { topK: 3, editor });

    expect(hits.map(({ headingPath }) => headingPath)).toEqual([['class A', 'run'], ['Title', 'Part'], ['X']]);
  });

  it('tells the definitions and the tokens that the index knows', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\n' });
    const hit = aRanked('a.ts', 1, 'one\n');
    const definitions = [{ name: 'run', kind: 'function', line: 1 }] as const;

    const { hits } = await readHits([{ ...hit, record: { ...hit.record, definitions, tokenCount: 7 } }], {
      ...{ topK: 1, editor },
    });

    expect(hits).toMatchObject([{ definitions, tokenCount: 7 }]);
  });

  describe('with the rest of definitions', () => {
    const texts = ['function run() {\n', '  one();\n', '  two();\n', '}\n'];
    const parts = texts.map((text, index) => {
      const ranked = aRanked('a.ts', index + 1, text);
      const definitions = index === 0 ? [{ name: 'run', kind: 'function', line: 1 } as const] : [];
      return { ...ranked, score: 1 - index / 10, record: { ...ranked.record, symbol: 'run', definitions } };
    });
    const records = parts.map(({ record }) => record);
    const restIn = async (file: string, ranked: readonly RankedChunk[]) => {
      const editor = new MemoryEditorService({ 'a.ts': file });
      return (await readHits(ranked, { topK: 5, editor, records, withRest: true })).rest;
    };

    it('gives every other part once, with the score of the best hit', async () => {
      const rest = await restIn(texts.join(''), [parts[1]!, parts[2]!]);

      expect(rest.map(({ content }) => content)).toEqual([texts[0], texts[2], texts[3], texts[1]]);
      expect(rest.map(({ score }) => score)).toEqual([0.9, 0.9, 0.9, 0.8].map((sum) => 1 - Math.exp(-sum)));
      expect(rest[0]).toMatchObject({
        symbol: 'run',
        part: { index: 1, count: 4 },
        partOf: { startLine: 1, endLine: 4 },
      });
    });

    it('gives no part whose lines are others now, and none of a hit whose lines are', async () => {
      const edited = texts.with(2, '  three();\n').join('');

      expect((await restIn(edited, [parts[1]!])).map(({ content }) => content)).toEqual([texts[0], texts[3]]);
      expect(await restIn(edited, [parts[2]!])).toEqual([]);
    });
  });

  it('reads each file once', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\ntwo\n' });
    const reads = jest.spyOn(editor, 'getDocument');

    await readHits([aRanked('a.ts', 1, 'one\n'), aRanked('a.ts', 2, 'two\n')], { topK: 2, editor });

    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('gives 0 for a score that is none', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\n' });

    const { hits } = await readHits([{ ...aRanked('a.ts', 1, 'one\n'), score: 0 }], { topK: 1, editor });

    expect(hits[0]?.score).toBe(0);
  });

  it('rejects with the reason of the signal, and with failures that are not about the file', async () => {
    const editor = new MemoryEditorService({ 'a.ts': 'one\n' });
    const reason = new DOMException('No.', 'AbortError');
    const ranked = [aRanked('a.ts', 1, 'one\n')];

    await expect(readHits(ranked, { topK: 1, editor, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const defect = new LexichordError(ErrorCode.internal, 'A defect.');
    editor.getDocument = () => Promise.reject(defect);
    await expect(readHits(ranked, { topK: 1, editor })).rejects.toBe(defect);
  });
});
