import type { Chunk } from '@lexichord/abstractions';
import { usedHeapBytes } from '@lexichord/testing';

import { ChunkEncoder, type EncodedChunks } from '../corpus/encode-chunks.js';
import { aRecord } from '../test-support/a-record.js';
import { indexedAs, toIndexedChunk } from './chunk-rows.js';
import type { ChunkRow } from './index-tables.js';

/** A megabyte. */
function aText(number: number): string {
  return Buffer.alloc(1_000_000, `text of file ${number}, `).toString('latin1');
}

/** A chunk whose names are cut out of its file's text, as the chunker does, and its row. */
function aChunkOf(number: number): readonly [Chunk, ChunkRow] {
  const text = aText(number);
  const name = text.slice(1_000, 1_040);
  const filePath = `src/${number}.ts`;
  const chunk: Chunk = {
    ...aRecord({ filePath, symbol: name, enclosing: [text.slice(10, 40), 'short'] }),
    definitions: [{ name, kind: 'function', line: 1 }],
    content: text.slice(0, 2_000),
  };
  const { symbol, enclosing, kind, language, id, startLine, endLine, tokenCount } = chunk;
  const row: ChunkRow = {
    ...{ id, filePath, startLine, endLine, kind, symbol, enclosing, language, tokenCount },
    definitions: JSON.stringify(chunk.definitions),
    descriptionHash: `hash ${number}`,
    words: `1 ${'w'.repeat(40)}${number} ${'other'.repeat(200_000)}`,
    vector: Int8Array.of(number, 1),
    vectorScale: 0.5,
  };
  return [chunk, row];
}

describe('indexedAs', () => {
  it('gives the same as the row that is read from the table', () => {
    const [chunk, row] = aChunkOf(1);

    expect(indexedAs(chunk, row)).toEqual(toIndexedChunk(row));
    expect(Object.keys(indexedAs(chunk, row).record)).toEqual(Object.keys(toIndexedChunk(row).record));
  });

  it('encodes chunks that keep neither the texts of their files nor the words that they were counted from', () => {
    const before = usedHeapBytes();
    const encoded = ((): EncodedChunks => {
      const encoder = new ChunkEncoder(2);
      for (let number = 0; number < 30; number += 1) encoder.add(indexedAs(...aChunkOf(number)));
      return encoder.finish();
    })();
    const kept = usedHeapBytes() - before;

    expect(encoded.records).toHaveLength(30);
    // Each has a text of 1 MB and a string of words of 1 MB; the longest word, which all share, is of 1 MB.
    expect(kept).toBeLessThan(15_000_000);
  });
});
