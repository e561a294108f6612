import { type RankedChunk, isFromGit } from '@lexichord/abstractions';
import { hasSecretPlaceholder } from '@lexichord/secrets/internal';

import { isToolPath } from '../collect/tool-outputs.js';
import { isPieceOfLine, shownPath } from '../format/packed-file.js';

/** Whether a chunk's id leads back to its lines: it has whole lines of a file whose name is shown as it is. */
export function isExpandable(chunk: RankedChunk): boolean {
  const { filePath } = chunk;
  // Lines as they were before a change are in no file.
  if (isFromGit(chunk) || isToolPath(filePath) || hasSecretPlaceholder(filePath) || isPieceOfLine(chunk)) return false;
  return shownPath(filePath) === filePath;
}
