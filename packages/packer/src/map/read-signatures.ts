import { hash } from 'node:crypto';

import {
  type CallOptions,
  type IEditorService,
  type MappedDefinition,
  type RankedDefinition,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

/** Maximum length of a readable line, in UTF-16 units; longer ones are minified code. */
const maxLineLength = 1_000;

/** Maximum number of lines that are searched for a definition's name: decorators and comments may precede it. */
const maxLinesToName = 8;

const filesAtOnce = 8;

/** Definitions with their lines. */
export interface ReadSignatures {
  /** In the given order. */
  readonly signed: readonly MappedDefinition[];
  /**
   * Number of files that have changed since they were indexed, so that the lines of their definitions are uncertain.
   */
  readonly changedFiles: number;
}

/**
 * Reads the line with the name of each definition, uncut, because a cut secret is not recognised. Omits definitions of
 * files that are unreadable or differ from the index.
 */
export async function readSignatures(
  ranked: readonly RankedDefinition[],
  { editor, signal }: CallOptions & { readonly editor: IEditorService },
): Promise<ReadSignatures> {
  const limit = pLimit(filesAtOnce);
  const indexed = new Map(ranked.map(({ definition }) => [definition.filePath, definition.contentHash]));
  const read = await Promise.all(
    [...indexed].map(([path, contentHash]) =>
      limit(async () => {
        const content = await contentOf(path, editor, signal);
        const isCurrent = content !== undefined && hash('sha256', content, 'hex') === contentHash;
        return { path, lines: isCurrent ? new LineIndex(content) : undefined };
      }),
    ),
  );
  const lines = new Map(read.map((file) => [file.path, file.lines]));
  const signed = ranked.flatMap(({ definition, rank }) => {
    const { filePath, name, kind, enclosing, endLine } = definition;
    const found = nameLine(lines.get(filePath), definition);
    if (found === undefined) return [];
    const { line: startLine, text } = found;
    return [{ filePath, name, kind, enclosing, startLine, endLine, signature: text.trim(), rank }];
  });
  // One line can have several definitions.
  const distinct = new Map(signed.toReversed().map((one) => [`${one.filePath}:${one.startLine}`, one]));
  return {
    signed: [...distinct.values()].reverse(),
    changedFiles: read.filter((file) => file.lines === undefined).length,
  };
}

/** Returns `undefined` for a file that does not exist, or that the guard denies. */
async function contentOf(
  path: string,
  editor: IEditorService,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return await editor.getContent(path, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

function nameLine(
  lines: LineIndex | undefined,
  { name, startLine, endLine }: RankedDefinition['definition'],
): { readonly line: number; readonly text: string } | undefined {
  if (lines === undefined) return undefined;
  const last = Math.min(endLine, startLine + maxLinesToName - 1);
  for (let line = startLine; line <= last; line += 1) {
    const text = lines.text(line - 1);
    if (text.length <= maxLineLength && text.includes(name)) return { line, text };
  }
  return undefined;
}
