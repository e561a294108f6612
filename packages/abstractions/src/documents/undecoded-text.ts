import type { DocumentSnapshot } from './editor-service.js';

/** Whether a part of a document has U+FFFD instead of bytes that are not UTF-8. */
export function hasReplacements({ decoding }: Pick<DocumentSnapshot, 'decoding'>, part: string): boolean {
  return decoding === 'utf-8-with-replacements' && part.includes('\uFFFD');
}

/** A warning, one sentence, for a file whose shown part {@link hasReplacements}. */
export function undecodedWarning(path: string): string {
  return `${path} is not UTF-8: invalid bytes are shown as U+FFFD. Save it as UTF-8 to keep all characters.`;
}
