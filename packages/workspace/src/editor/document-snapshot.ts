import { createHash } from 'node:crypto';
import type { DocumentSnapshot, TextDecoding } from '@lexichord/abstractions';

import { languageOf } from './language-of.js';

/**
 * Builds a snapshot. Its version is a hash of the content: equal texts have equal versions on every machine. It is
 * computed on demand, because reading a whole repository does not need it.
 */
export function createSnapshot(document: {
  readonly path: string;
  readonly content: string;
  readonly decoding: TextDecoding;
  readonly isUnsaved: boolean;
}): DocumentSnapshot {
  const { path, content, decoding, isUnsaved } = document;
  let version: string | undefined;
  return Object.freeze({
    path,
    content,
    get version() {
      version ??= versionOf(content);
      return version;
    },
    language: languageOf(path),
    isUnsaved,
    decoding,
  });
}

function versionOf(content: string): string {
  // UTF-16, because UTF-8 gives two different lone surrogates the same bytes.
  return createHash('sha256').update(content, 'utf16le').digest('hex').slice(0, 32);
}
