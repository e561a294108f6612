import { createHash } from 'node:crypto';
import type { ITokenCounter } from '@lexichord/abstractions';

import type { ChunkingOptions } from './chunking-options.js';

/** Changes with every change to how files are cut, so that indexes know to cut them again. */
const version = 3;

/** Stands for everything that decides how a file is cut; see `IChunker.fingerprint`. */
export function chunkingFingerprint(options: ChunkingOptions, counter: ITokenCounter): string {
  const { encoding, isEstimate } = counter;
  // A safety factor shows in what a text of a hundred tokens and more counts.
  const probe = isEstimate ? counter.countTokens('one two three four '.repeat(100)) : 0;
  const deciding = byName(options).filter(([name]) => name !== 'snapshotFiles' && name !== 'languages');
  const text = JSON.stringify([version, encoding, probe, deciding, byName(options.languages)]);
  return `chunk-${version}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** In one order, however they are declared. */
function byName(options: object): readonly (readonly [string, unknown])[] {
  return Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
}
