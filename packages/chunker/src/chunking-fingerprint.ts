import { createHash } from 'node:crypto';
import type { ITokenCounter } from '@lexichord/abstractions';

import type { ChunkingOptions } from './chunking-options.js';

/** Raised with every change of cutting, so that indexes cut files again. */
const version = 5;

/** Options that affect cutting. Their order is part of stored fingerprints, so new ones go to the end. */
const deciding = [
  'maxChunkTokens',
  'minChunkTokens',
  'targetChunkTokens',
  'linesPerChunk',
  'preferStructural',
  'maxFileSizeBytes',
  'maxParseTimeMs',
  'maxNestingDepth',
  'fallbackOnError',
  'validateSyntax',
] as const satisfies readonly (keyof ChunkingOptions)[];

/** A fingerprint of everything that affects cutting; see `IChunker.fingerprint`. */
export function chunkingFingerprint(options: ChunkingOptions, counter: ITokenCounter): string {
  const { encoding, isEstimate } = counter;
  // The count of a text with more than a hundred tokens shows the safety factor.
  const probe = isEstimate ? counter.countTokens('one two three four '.repeat(100)) : 0;
  const languages = Object.entries(options.languages).sort(([a], [b]) => (a < b ? -1 : 1));
  const values = Object.fromEntries(deciding.map((name) => [name, options[name]]));
  const text = JSON.stringify([version, encoding, probe, { ...values, languages }]);
  return `chunk-${version}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
