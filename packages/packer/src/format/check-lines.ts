import { type CallOptions, type IEditorService, type IncludedChunk } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

import { isToolPath } from '../collect/tool-outputs.js';

/**
 * Files of which the packed lines are no longer what the file holds, because it changed in the meantime. Sorted.
 *
 * @throws the signal's reason
 */
export async function changedFiles(
  chunks: readonly IncludedChunk[],
  editor: IEditorService,
  { signal }: CallOptions,
): Promise<readonly string[]> {
  const paths = new Set(chunks.map(({ filePath }) => filePath).filter((path) => !isToolPath(path)));
  const changed = await Promise.all(
    [...paths].map(async (path) => {
      const own = chunks.filter(({ filePath }) => filePath === path);
      return (await isUnchanged(path, own, editor, signal)) ? [] : [path];
    }),
  );
  return changed.flat().sort();
}

async function isUnchanged(
  path: string,
  chunks: readonly IncludedChunk[],
  editor: IEditorService,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const lines = new LineIndex(await editor.getContent(path, { signal }));
    return chunks.every(({ startLine, content }) => lines.content.startsWith(content, lines.start(startLine - 1)));
  } catch {
    signal?.throwIfAborted();
    // It is gone, or may not be read any more.
    return false;
  }
}
