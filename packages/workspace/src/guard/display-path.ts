import { escapeCharacter } from '@lexichord/platform/internal';

const maxLength = 300;

/**
 * A path as it may appear in a message or a log line: control and bidirectional characters escaped, so that a file
 * name can neither drive a terminal nor forge a line, and cut to a length that stays readable.
 */
export function displayPath(path: string): string {
  const escaped = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
  return escaped.length <= maxLength ? escaped : `${escaped.slice(0, maxLength)}…`;
}
