import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { LineIndex, chunkHash, fence } from '@lexichord/platform/internal';

import { requireFolder } from '../calls/call-folders.js';
import type { ToolCall } from '../calls/call-context.js';

/** `path:start-end`, with or without the hash of the lines. */
export const codeHandlePattern = /^(?<path>.+):(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?(?:@(?<hash>[0-9a-f]{8}))?$/u;

/** Lines of a file, as they are now. */
export interface CodeOfHandle {
  readonly handle: string;
  /** With the place as its first line, in a fence. */
  readonly text: string;
  /** Such as: the lines have changed. */
  readonly warnings: readonly string[];
}

/**
 * Reads the lines that a handle names, through the guard.
 *
 * @throws what `IEditorService.getDocument` throws; {LexichordError} `not-found` for lines that the file does not have
 */
export async function readCode(handle: string, surroundingLines: number, call: ToolCall): Promise<CodeOfHandle> {
  const { path = '', start = '1', end = start, hash } = codeHandlePattern.exec(handle)?.groups ?? {};
  requireFolder(path, call.folders);
  const document = await call.runtime.editor.getDocument(path, { signal: call.signal });
  const lines = new LineIndex(document.content);
  const [startLine, endLine] = [Number(start), Math.min(Number(end), lines.count)];
  if (startLine < 1 || startLine > endLine) throw noSuchLines(handle, lines.count);
  const isChanged = hash !== undefined && chunkHash(textOf(lines, startLine, endLine)) !== hash;
  const [first, last] = [Math.max(1, startLine - surroundingLines), Math.min(lines.count, endLine + surroundingLines)];
  const text = textOf(lines, first, last);
  return {
    handle: `${document.path}:${first}-${last}@${chunkHash(text)}`,
    text: `${document.path}:${first}-${last}\n${fence(text.replace(/\r?\n$/u, ''), document.language)}`,
    warnings: isChanged
      ? ['The file has changed since that answer. These are its lines now; search_code finds the code where it is.']
      : [],
  };
}

function textOf(lines: LineIndex, startLine: number, endLine: number): string {
  return lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
}

function noSuchLines(handle: string, count: number): LexichordError {
  return new LexichordError(
    ErrorCode.notFound,
    `The file of ${JSON.stringify(handle)} has ${count} lines now. search_code finds the code where it is.`,
    {
      details: { lines: count },
    },
  );
}
