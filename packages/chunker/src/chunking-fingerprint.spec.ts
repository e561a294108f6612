import { WordTokenCounter } from '@lexichord/testing';

import { chunkingFingerprint } from './chunking-fingerprint.js';
import { type ChunkingOptionsInput, chunkingOptionsSchema } from './chunking-options.js';

const counter = new WordTokenCounter();
const of = (options: ChunkingOptionsInput): string =>
  chunkingFingerprint(chunkingOptionsSchema.parse(options), counter);

describe('chunkingFingerprint', () => {
  // The option snapshotFiles has one value only, and says how files are read; the index has a fingerprint of its own.
  const deciding = Object.entries(chunkingOptionsSchema.parse({})).filter(
    ([name]) => !['snapshotFiles', 'languages', 'index'].includes(name),
  );

  it.each(deciding)('changes with %s', (name, value) => {
    const other = typeof value === 'number' ? value + 1 : !value;

    expect(of({ [name]: other })).not.toBe(of({}));
  });

  it('changes with how a language is cut, and not with the order in which languages are named', () => {
    expect(of({ languages: { python: 'line_based' } })).not.toBe(of({}));
    expect(of({ languages: { python: 'line_based', go: 'line_based' } })).toBe(
      of({ languages: { go: 'line_based', python: 'line_based' } }),
    );
  });
});
