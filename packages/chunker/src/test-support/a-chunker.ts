import type { Chunk, ChunkedFile, OutlinedSymbol } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { StructuralChunker } from '../structural-chunker.js';
import { SyntaxOutliner } from '../syntax-outliner.js';
import { SyntaxTrees } from '../syntax-trees.js';
import { type ChunkingOptionsInput, chunkingOptionsSchema } from '../chunking-options.js';

/** Shared by all chunkers of a spec file: loading the vocabulary takes longer than any test. */
export const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });

/** A chunker with what it needs, and shorthands for tests. Dispose of it. */
export class TestChunker {
  readonly log = new RecordingLogger();
  readonly trees: SyntaxTrees;
  readonly chunker: StructuralChunker;
  readonly outliner: SyntaxOutliner;

  constructor(
    options: ChunkingOptionsInput = {},
    counter: ConstructorParameters<typeof StructuralChunker>[1] = tokenCounter,
  ) {
    const parsed = chunkingOptionsSchema.parse(options);
    this.trees = new SyntaxTrees(parsed);
    this.chunker = new StructuralChunker(this.trees, counter, parsed, this.log);
    this.outliner = new SyntaxOutliner(this.trees);
  }

  chunkFile(content: string, language: string): Promise<ChunkedFile> {
    return this.chunker.chunk({ filePath: 'src/file', content, language });
  }

  async chunks(content: string, language: string): Promise<readonly Chunk[]> {
    const { chunks, fallback } = await this.chunkFile(content, language);
    expect(fallback).toBeUndefined();
    return chunks;
  }

  async symbols(content: string, language: string): Promise<readonly OutlinedSymbol[]> {
    const decoding = { encoding: 'utf-8', hasReplacements: false } as never;
    const document = { path: 'src/file', content, language, version: '1', isUnsaved: false, decoding };
    const { symbols, fallback } = await this.outliner.outline(document);
    expect(fallback).toBeUndefined();
    return symbols;
  }

  dispose(): Promise<void> {
    return this.trees.dispose();
  }
}

/** A line for each chunk: its lines, kind and symbol, and what encloses it. */
export function summarize(chunks: readonly Chunk[]): readonly string[] {
  return chunks.map(({ startLine, endLine, kind, symbol, enclosing }) => {
    const name = symbol === undefined ? kind : `${kind} ${symbol}`;
    return [`${startLine}-${endLine}`, ...enclosing, name].join(' | ');
  });
}

/** Statements that are worth at least so many lines of a function's body. */
export function statements(count: number, indentation = '    '): string {
  return Array.from(
    { length: count },
    (_, index) => `${indentation}total = total + measure(${index}, "item ${index}");\n`,
  ).join('');
}
