import { createHash } from 'node:crypto';

import { withoutComments } from './without-comments.js';

/** Which differences do not matter. */
export interface ContentComparison {
  readonly ignoresWhiteSpace: boolean;
  readonly ignoresComments: boolean;
  readonly isCaseSensitive: boolean;
}

/**
 * Equal for contents that say the same: the SHA-256 of what remains when the differences that do not matter are gone
 * (T-016 AC-096, AC-100). `undefined` when nothing remains: such contents are not compared.
 */
export function contentKey(content: string, language: string, comparison: ContentComparison): string | undefined {
  let text = comparison.ignoresComments ? withoutComments(content, language) : content;
  if (comparison.ignoresWhiteSpace) text = text.replaceAll(/\s+/gu, '');
  if (!comparison.isCaseSensitive) text = text.toLowerCase();
  return text === '' ? undefined : createHash('sha256').update(text).digest('base64');
}
