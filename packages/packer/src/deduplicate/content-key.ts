import { createHash } from 'node:crypto';

import { withoutComments } from './without-comments.js';

/** Which differences do not matter. */
export interface ContentComparison {
  readonly normalizeWhitespace: boolean;
  readonly ignoreComments: boolean;
  readonly caseSensitive: boolean;
}

/**
 * Equal for contents that say the same: the SHA-256 of what remains when the differences that do not matter are gone
 * (T-016 AC-096, AC-100). `undefined` when nothing remains: such contents are not compared.
 */
export function contentKey(content: string, language: string, comparison: ContentComparison): string | undefined {
  let text = comparison.ignoreComments ? withoutComments(content, language) : content;
  if (comparison.normalizeWhitespace) text = text.replaceAll(/\s+/gu, '');
  if (!comparison.caseSensitive) text = text.toLowerCase();
  return text === '' ? undefined : createHash('sha256').update(text).digest('base64');
}
