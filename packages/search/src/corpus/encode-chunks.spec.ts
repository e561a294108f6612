import { quantizeVector } from '@lexichord/text-index';

import { aRecord } from '../test-support/a-record.js';
import { WrittenChunks } from './encode-chunks.js';

/** Of `a.ts` and `b.ts`, which were written, and of `unwritten.ts`, which was not. */
function someWritten(): WrittenChunks {
  const written = new WrittenChunks(2, 100);
  written.addChunks([
    { record: aRecord({ filePath: 'b.ts' }), words: '1 login', vector: quantizeVector(Float32Array.of(0, 1)) },
  ]);
  written.addChunks([{ record: aRecord({ filePath: 'a.ts' }), words: '1 user' }]);
  written.addChunks([{ record: aRecord({ filePath: 'unwritten.ts' }), words: '1 user' }]);
  written.addFiles([
    { filePath: 'b.ts', chunksHash: 'of b' },
    { filePath: 'empty.ts', chunksHash: 'of nothing' },
  ]);
  written.addFiles([{ filePath: 'a.ts', chunksHash: 'of a' }]);
  return written;
}

function pathsOf(
  wanted: Readonly<Record<string, string>>,
  written: WrittenChunks = someWritten(),
): readonly string[] | undefined {
  return written.takeChunksOf(new Map(Object.entries(wanted)))?.records.map(({ filePath }) => filePath);
}

describe('WrittenChunks', () => {
  it('gives the chunks of the wanted files in the order of their paths', () => {
    expect(pathsOf({ 'b.ts': 'of b', 'a.ts': 'of a', 'empty.ts': 'of nothing' })).toEqual(['a.ts', 'b.ts']);
    expect(pathsOf({ 'b.ts': 'of b' })).toEqual(['b.ts']);
    expect(pathsOf({})).toEqual([]);
  });

  it('gives nothing when the tables hold something else, or more', () => {
    expect(pathsOf({ 'b.ts': 'of b', 'a.ts': 'of another process' })).toBeUndefined();
    expect(pathsOf({ 'b.ts': 'of b', 'c.ts': 'of c' })).toBeUndefined();
    expect(pathsOf({ 'b.ts': 'of b', 'unwritten.ts': 'of unwritten' })).toBeUndefined();
  });

  it('gives them once, so that they are not kept beside what is made of them', () => {
    const written = someWritten();

    expect(pathsOf({ 'b.ts': 'of another process' }, written)).toBeUndefined();
    expect(pathsOf({ 'b.ts': 'of b' }, written)).toEqual(['b.ts']);
    expect(pathsOf({ 'b.ts': 'of b' }, written)).toBeUndefined();
  });
});
