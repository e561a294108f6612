import { ErrorCode, type IChunker, type ISecretScanner, LexichordError } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

import type { UsableSource } from '../collect/source-collector.js';
import { MemoryFiles } from '../test-support/memory-files.js';
import { excerptChunk } from './excerpt-chunk.js';
import { StructuralSourceChunker } from './structural-source-chunker.js';
import { testPackingOptions } from '../test-support/packing-options.js';

const content = 'one two\nthree four\n\nfive six\nseven eight\n';
const counter = new WordTokenCounter();

class LineChunker implements IChunker {
  readonly fingerprint = 'lines';
  readonly cut: string[] = [];

  chunk({ filePath, content: text, language }: Parameters<IChunker['chunk']>[0]): ReturnType<IChunker['chunk']> {
    this.cut.push(filePath);
    if (text.includes('broken')) return Promise.reject(new LexichordError(ErrorCode.parseFailed, 'No.'));
    return Promise.resolve({ chunks: [excerptChunk({ filePath, content: text, language }, 1, counter)] });
  }
}

function aSourceChunker({ isCacheEnabled = true, maxWholeTokens = 2_000 } = {}): {
  readonly lines: LineChunker;
  readonly stage: StructuralSourceChunker;
} {
  const lines = new LineChunker();
  const finding = { rule: 'test', startOffset: 4, endOffset: 9, startLine: 2, endLine: 2 };
  const scanner: ISecretScanner = {
    scan: (text) => Promise.resolve(text.includes('key=') ? [finding] : []),
  };
  const packing = testPackingOptions({ maxWholeTokens, cache: { enabled: isCacheEnabled } });
  const files = new MemoryFiles({ 'a.txt': content, 'k.txt': 'one\nkey=1\nthree\n' });
  return { lines, stage: new StructuralSourceChunker(lines, scanner, files, counter, packing) };
}

const aSource = (given: Partial<UsableSource> = {}): UsableSource => ({
  sourceType: 'search-result',
  filePath: 'a.txt',
  language: 'plaintext',
  content,
  ...given,
});
const deadline = new AbortController().signal;
const layout = { measure: () => 0 };
const wide = { deadline, maxExcerptTokens: 1_000, layout };

describe('StructuralSourceChunker', () => {
  it('keeps an excerpt whole, with the lines of its file and what its source says', async () => {
    const { stage, lines } = aSourceChunker();
    const excerpt = {
      lineRange: { startLine: 4, endLine: 5 },
      content: 'five six\nseven eight\n',
      relevanceScore: 0.7,
    };

    const { chunks } = await stage.chunk([aSource(excerpt)], wide);

    expect(chunks).toMatchObject([{ startLine: 4, endLine: 5, relevanceScore: 0.7, sourceType: 'search-result' }]);
    expect(lines.cut).toEqual([]);
  });

  it('keeps lines whole that are all of their file, and cuts a file that was named', async () => {
    const { stage, lines } = aSourceChunker();
    const found = aSource({ isOnePiece: true, relevanceScore: 0.7 });

    const { chunks } = await stage.chunk([found], wide);
    expect([chunks.map((chunk) => chunk.content), lines.cut]).toEqual([[content], []]);

    await stage.chunk([aSource({ relevanceScore: 0.7 })], wide);
    expect(lines.cut).toEqual(['a.txt']);
  });

  it('cuts an excerpt that would take more than its share into pieces of it, and no file that was given whole', async () => {
    const { stage } = aSourceChunker();
    const excerpt = aSource({ lineRange: { startLine: 1, endLine: 5 } });

    const { chunks } = await stage.chunk([excerpt], { ...wide, maxExcerptTokens: 4 });
    const whole = await stage.chunk([aSource({ sourceType: 'open-file' })], { ...wide, maxExcerptTokens: 4 });

    expect(chunks.map(({ startLine, endLine, partOf }) => [startLine, endLine, partOf])).toEqual([
      [1, 3, { startLine: 1, endLine: 5 }],
      [4, 5, { startLine: 1, endLine: 5 }],
    ]);
    expect(new Set(chunks.map(({ pieceOf }) => pieceOf)).size).toBe(1);
    expect(whole.chunks).toHaveLength(1);
  });

  it('cuts an excerpt above the largest chunk as a file, under its own lines', async () => {
    const { stage, lines } = aSourceChunker({ maxWholeTokens: 3 });
    const excerpt = aSource({ lineRange: { startLine: 4, endLine: 5 }, content: 'five six\nseven eight\n' });

    const { chunks } = await stage.chunk([excerpt], wide);

    expect(lines.cut).toEqual(['a.txt']);
    expect(chunks).toMatchObject([{ startLine: 4, endLine: 5 }]);
  });

  it('T-016 AC-041: says of the chunks of a part of which lines it is a part', async () => {
    const { stage } = aSourceChunker({ maxWholeTokens: 3 });
    const definition = { part: { index: 2, count: 2 }, partOf: { startLine: 1, endLine: 5 } };
    const excerpt = aSource({
      lineRange: { startLine: 4, endLine: 5 },
      content: 'five six\nseven eight\n',
      definition,
    });

    const { chunks } = await stage.chunk([excerpt], wide);

    expect(chunks.map(({ part, partOf }) => [part, partOf])).toEqual([[undefined, definition.partOf]]);
  });

  it('withholds the lines of secrets, and says which', async () => {
    const { stage } = aSourceChunker();

    const { chunks, withheld } = await stage.chunk(
      [aSource({ filePath: 'k.txt', content: 'one\nkey=1\nthree\n' })],
      wide,
    );

    expect(chunks.map(({ content: text }) => text)).toEqual(['one\n', 'three\n']);
    expect(withheld).toMatchObject([{ detail: 'test on line 2', chunk: { startLine: 2, endLine: 2, content: '' } }]);
  });

  it('T-016 NFR-016-41: lists a source that cannot be cut, and goes on with the others', async () => {
    const { stage } = aSourceChunker();

    const { chunks, rejected, isPartial } = await stage.chunk([aSource({ content: 'broken' }), aSource()], wide);

    expect(chunks).toHaveLength(1);
    expect(rejected).toMatchObject([{ filePath: 'a.txt', reason: ErrorCode.parseFailed }]);
    expect(isPartial).toBe(false);
  });

  it('ends with what it has when the time is over', async () => {
    const { stage } = aSourceChunker();

    const { chunks, rejected, isPartial } = await stage.chunk([aSource()], { ...wide, deadline: AbortSignal.abort() });

    expect([chunks, rejected.map(({ reason }) => reason), isPartial]).toEqual([[], ['timeout'], true]);
  });

  it('cuts what has not changed once, unless it is to remember nothing', async () => {
    const { stage, lines } = aSourceChunker();
    const first = await stage.chunk([aSource()], wide);
    const second = await stage.chunk([aSource()], wide);
    await stage.chunk([aSource({ content: 'other\n' })], wide);

    expect([first.cached, second.cached, lines.cut.length]).toEqual([0, 1, 2]);

    const forgetful = aSourceChunker({ isCacheEnabled: false });
    await forgetful.stage.chunk([aSource()], wide);
    await forgetful.stage.chunk([aSource()], wide);
    expect(forgetful.lines.cut).toHaveLength(2);
  });
});
