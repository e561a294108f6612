import { ErrorCode, LexichordError, type LineRange, isLexichordError } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

import { requireFolder } from '../calls/call-folders.js';
import type { ToolCall } from '../calls/call-context.js';

/** Format of a code handle: `path:start-end`, with or without the hash of the lines. */
export const codeHandlePattern = /^(?<path>.+):(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?(?:@(?<hash>[0-9a-f]{8}))?$/u;

/** Current lines of a file. */
export interface CodeOfHandle {
  readonly handle: string;
  /** Location of the lines: `path:start-end`. */
  readonly place: string;
  readonly code: string;
  readonly language: string;
  /** Warnings, such as that the lines have changed. */
  readonly warnings: readonly string[];
}

/**
 * Reads the lines of a handle at their current position, and lines around them.
 *
 * @throws the errors of `IBodyExpander.expand`; {@link LexichordError} `not-found` for lines that the file does not
 * have, `path-denied` for a file outside the folders of the call
 */
export async function readCode(handle: string, surroundingLines: number, call: ToolCall): Promise<CodeOfHandle> {
  const { path = '', start = '1', end = start, hash } = codeHandlePattern.exec(handle)?.groups ?? {};
  const { runtime, folders, signal } = call;
  requireFolder(path, folders);
  const document = await runtime.editor.getDocument(path, { signal });
  // A link in the client's folders can lead out of them.
  requireFolder(document.path, folders);
  const { count } = new LineIndex(document.content);
  const named = { startLine: Number(start), endLine: Math.min(Number(end), count) };
  const moved = hash === undefined ? undefined : await findMoved(handle, call);
  const { startLine, endLine } = moved ?? named;
  if (startLine < 1 || startLine > endLine) throw noSuchLines(handle, count);
  const [first, last] = [Math.max(1, startLine - surroundingLines), Math.min(count, endLine + surroundingLines)];
  const { content, secrets, warnings, ...body } = await runtime.expand(`${document.path}:${first}-${last}`, { signal });
  return {
    handle: body.handle,
    ...{ place: `${document.path}:${first}-${last}`, code: content, language: document.language },
    warnings: [
      ...(hash !== undefined && moved === undefined ? [changedWarning] : []),
      ...secrets.map(({ rule, place }) => `${place} was left out: it holds what looks like a secret (${rule}).`),
      ...warnings,
    ],
  };
}

const changedWarning =
  'The file has changed since that answer. These are its lines now; search_code finds the code where it is.';

/** Current range of the lines of a handle with a hash; `undefined` if the file no longer contains them. */
async function findMoved(handle: string, { runtime, signal }: ToolCall): Promise<LineRange | undefined> {
  try {
    return await runtime.expand(handle, { signal });
  } catch (error) {
    if (isLexichordError(error) && error.code === ErrorCode.contentChanged) return undefined;
    throw error;
  }
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
