import type { TextToken } from '@lexichord/abstractions';

import type { Colors } from './colors.js';
import { formatCount } from './numbers.js';
import { toTerminalText } from './terminal-text.js';

/** More are nothing a person reads; `--json` has them all. */
const maxShown = 2_000;

/** A token's text; a token that holds part of a character gives its bytes as `\xe2\x98`. */
export function decodeToken({ bytes }: TextToken): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Part of a character is ordinary for a token, so its bytes are the answer.
    return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  }
}

/**
 * Tokens one after the other, a bar between them and every second one in another colour. Spaces are dots, tabs arrows,
 * and a line goes on below its `↵`.
 */
export function showTokens(tokens: readonly TextToken[], colors: Colors): string {
  const shown = tokens.slice(0, maxShown).map((token, index) => {
    const text = toVisibleText(decodeToken(token));
    return (index % 2 === 0 ? colors.cyan : colors.yellow)(text);
  });
  const rest = tokens.length - shown.length;
  const more = rest > 0 ? `\n… and ${formatCount(rest)} more; --json shows them all.` : '';
  return `${shown.join(colors.dim('│'))}${more}`;
}

function toVisibleText(text: string): string {
  // What has no width, such as a joiner, would look like an empty token.
  const seen = text
    .replaceAll('\r', '␍')
    .replaceAll(/\p{Cf}/gu, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
  return toTerminalText(seen).replaceAll(' ', '·').replaceAll('\t', '→').replaceAll('\n', '↵\n');
}
