import { escapeCharacter } from '@lexichord/platform/internal';

const maxLength = 300;

/**
 * Formats a path for a message or a log line: escapes control and bidirectional characters, so that a file name can
 * neither control a terminal nor forge a line, and shortens it to a readable length.
 */
export function displayPath(path: string): string {
  const escaped = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
  return escaped.length <= maxLength ? escaped : `${escaped.slice(0, maxLength)}…`;
}
