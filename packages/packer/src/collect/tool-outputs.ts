import type { ContextSource } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

import { holdsNul, type SourceRejection, type UsableSource } from './source-collector.js';
import { takeLines } from './match-content.js';

const toolPrefix = 'tool:';

/** Maximum length of a name, in characters. */
const maxNameLength = 100;

/** Whether a path is that of a tool output; paths of files never are. */
export function isToolPath(path: string): boolean {
  return path.startsWith(toolPrefix);
}

/** Path of a tool output; characters of its name outside `[A-Za-z0-9_.-]` are replaced by `_`. */
export function toolPath(name: string): string {
  const plain = name.slice(0, maxNameLength).replace(/[^A-Za-z0-9_.-]/gu, '_');
  return `${toolPrefix}${plain === '' ? 'output' : plain}`;
}

/**
 * Checks a tool output: any text up to a size, because there is no file to compare. Lone surrogates are replaced, as
 * when reading a file.
 */
export function checkToolOutput(source: ContextSource, maxSizeBytes: number): UsableSource | SourceRejection {
  const { filePath, content: given, lineRange, language = 'plaintext' } = source;
  const sizeBytes = Buffer.byteLength(given);
  if (sizeBytes > maxSizeBytes) return tooLarge(sizeBytes, maxSizeBytes);
  if (given.includes('\0')) return holdsNul;
  const content = given.replace(/\p{Cs}/gu, '\ufffd');
  if (lineRange !== undefined && !hasLines(content, lineRange.endLine - lineRange.startLine + 1)) {
    const { startLine, endLine } = lineRange;
    const message = `The text does not have as many lines as the range from ${startLine} to ${endLine}.`;
    return { reason: 'invalid-range', message };
  }
  return { ...source, content, language, filePath: toolPath(filePath.slice(toolPrefix.length)) };
}

function hasLines(content: string, count: number): boolean {
  const lines = new LineIndex(content);
  const held = takeLines(lines, { startLine: 1, endLine: count });
  return 'content' in held && held.content === content && count <= lines.count;
}

function tooLarge(sizeBytes: number, maxSizeBytes: number): SourceRejection {
  const message = `It has ${sizeBytes} bytes; at most ${maxSizeBytes} are packed. Give the relevant part.`;
  return { reason: 'file-too-large', message };
}
