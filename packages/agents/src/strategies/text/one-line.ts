import { graphemeFloor } from '@lexichord/tokenizer';

/**
 * Text as one line: every run of white space and control characters becomes one space, and what is longer than
 * `maxLength` UTF-16 units is cut with an ellipsis. Keeps a heading or a path from passing for structure.
 */
export function toOneLine(text: string, maxLength: number): string {
  // Twice the length leaves room for runs that collapse, and bounds the work on a hostile text.
  const line = text
    .slice(0, maxLength * 2)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 2) return line;
  return `${line.slice(0, graphemeFloor(line, maxLength - 1)).trimEnd()}…`;
}
