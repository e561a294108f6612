import { createHash } from 'node:crypto';
import type { ITokenCounter } from '@lexichord/abstractions';

import type { ChunkingOptions } from './chunking-options.js';

/** Changes with every change to how files are cut, so that indexes know to cut them again. */
const version = 3;

/** Options that decide how a file is cut. Their order is a part of stored fingerprints: new ones go to the end. */
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

/** Stands for everything that decides how a file is cut; see `IChunker.fingerprint`. */
export function chunkingFingerprint(options: ChunkingOptions, counter: ITokenCounter): string {
  const { encoding, isEstimate } = counter;
  // A safety factor shows in what a text of a hundred tokens and more counts.
  const probe = isEstimate ? counter.countTokens('one two three four '.repeat(100)) : 0;
  const languages = Object.entries(options.languages).sort(([a], [b]) => (a < b ? -1 : 1));
  const values = Object.fromEntries(deciding.map((name) => [name, options[name]]));
  const text = JSON.stringify([version, encoding, probe, { ...values, languages }]);
  return `chunk-${version}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
