import {
  type CallOptions,
  type IEditorService,
  type MappedDefinition,
  type RankedDefinition,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

/** A longer line is minified code, in UTF-16 units. */
const maxLineLength = 1_000;

/** The name of a definition is in one of its first lines: those before have decorators and comments. */
const maxLinesToName = 8;

const filesAtOnce = 8;

/**
 * The line of each definition that has its name, as it is: half a secret is not known for one. Definitions of a file
 * that cannot be read, or has no longer the name where it was indexed, are left out. In the given order.
 */
export async function readSignatures(
  ranked: readonly RankedDefinition[],
  { editor, signal }: CallOptions & { readonly editor: IEditorService },
): Promise<readonly MappedDefinition[]> {
  const limit = pLimit(filesAtOnce);
  const paths = [...new Set(ranked.map(({ definition }) => definition.filePath))];
  const read = await Promise.all(
    paths.map((path) => limit(async () => [path, await linesOf(path, editor, signal)] as const)),
  );
  const lines = new Map(read);
  const signed = ranked.flatMap(({ definition, rank }) => {
    const { filePath, name, kind, enclosing, endLine } = definition;
    const found = nameLine(lines.get(filePath), definition);
    if (found === undefined) return [];
    const { line: startLine, text } = found;
    return [{ filePath, name, kind, enclosing, startLine, endLine, signature: text.trim(), rank }];
  });
  // Several things can be defined in one line.
  return [...new Map(signed.toReversed().map((one) => [`${one.filePath}:${one.startLine}`, one])).values()].reverse();
}

async function linesOf(
  path: string,
  editor: IEditorService,
  signal: AbortSignal | undefined,
): Promise<LineIndex | undefined> {
  try {
    return new LineIndex(await editor.getContent(path, { signal }));
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
