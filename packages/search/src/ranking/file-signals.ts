import { nameWords } from '@lexichord/text-index';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import { type QueryWeights, overlapWith } from './query-overlap.js';

/** Names of files that say nothing: their folder's name counts in their place. */
const namelessFiles = new Set(['index', 'mod', 'lib', 'main', '__init__', 'init']);

/** How much of the query the file's name says, 0 to 1; a name with nothing else counts fully. */
export function fileNameScore({ filePath }: ChunkRecord, weights: QueryWeights): number {
  const { coverage, precision } = overlapWith(nameWords(tellingName(filePath)), weights);
  return coverage * (0.5 + 0.5 * precision);
}

/** How much of the query the folders' names say, 0 to 1. */
export function folderScore({ filePath }: ChunkRecord, weights: QueryWeights): number {
  return overlapWith(nameWords(filePath.slice(0, Math.max(0, filePath.lastIndexOf('/')))), weights).coverage;
}

function tellingName(filePath: string): string {
  const segments = filePath.split('/');
  const name = (segments.at(-1) ?? '').replace(/\..*$/u, '');
  return namelessFiles.has(name.toLowerCase()) ? (segments.at(-2) ?? name) : name;
}
