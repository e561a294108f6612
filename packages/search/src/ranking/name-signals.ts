import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
import { nameWords } from '@lexichord/text-index/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { AskedQuery } from '../query/asked-query.js';
import { type QueryWeights, overlapWith } from './query-overlap.js';

/** Weights of kinds: a query for a name more likely means a type than a variable. */
const kindWeights: Readonly<Partial<Record<ChunkKind, number>>> = {
  class: 1,
  interface: 1,
  enum: 1,
  type: 1,
  module: 0.9,
  function: 0.95,
  method: 0.85,
  section: 0.8,
  variable: 0.7,
};

/** File names without a meaning: the name of their folder counts instead. */
const namelessFiles = new Set(['index', 'mod', 'lib', 'main', '__init__', 'init']);

/**
 * Best match of a name that the chunk defines with the query, 0 to 1: the same name, or a name of the query's words.
 */
export function definitionScore({ definitions }: ChunkRecord, asked: AskedQuery, weights: QueryWeights): number {
  let best = 0;
  for (const definition of definitions) {
    const score = nameScore(definition, asked, weights) * (kindWeights[definition.kind] ?? 0.8);
    if (score > best) best = score;
  }
  return best;
}

function nameScore({ name }: ChunkSymbol, { names, kind }: AskedQuery, weights: QueryWeights): number {
  const isOnlyQuestion = kind === 'symbol';
  if (names.includes(name)) return isOnlyQuestion ? 1 : 0.9;
  const small = name.toLowerCase();
  if (names.some((asked) => asked.toLowerCase() === small)) return isOnlyQuestion ? 0.9 : 0.8;
  const { coverage, precision } = overlapWith(nameWords(name), weights);
  return coverage * precision;
}

/** Share of the query's words in the file's name, 0 to 1; a name without other words counts fully. */
export function fileNameScore({ filePath }: ChunkRecord, weights: QueryWeights): number {
  const { coverage, precision } = overlapWith(nameWords(tellingName(filePath)), weights);
  return coverage * (0.5 + 0.5 * precision);
}

/** Share of the query's words in the folders' names, 0 to 1. */
export function folderScore({ filePath }: ChunkRecord, weights: QueryWeights): number {
  return overlapWith(nameWords(filePath.slice(0, Math.max(0, filePath.lastIndexOf('/')))), weights).coverage;
}

function tellingName(filePath: string): string {
  const segments = filePath.split('/');
  const name = (segments.at(-1) ?? '').replace(/\..*$/u, '');
  return namelessFiles.has(name.toLowerCase()) ? (segments.at(-2) ?? name) : name;
}
