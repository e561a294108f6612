import {
  type Chunk,
  type ContextSource,
  type DocumentSnapshot,
  type LineRange,
  type PreviousPack,
  type SentChunk,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, chunkHash, groupBy } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

import { isToolPath } from '../collect/tool-outputs.js';
import type { ReadContext } from './read-places.js';

/** More chunks no pack of ours has; the list may come from a file that somebody wrote. */
const maxChunks = 2_000;

/** In longer files, lines that were moved are looked for among whole chunks alone. */
const maxSearchedLines = 20_000;

const filesAtOnce = 4;

/**
 * The lines of an earlier pack that are still in their files, where they are now: of its record only paths, line numbers
 * and hashes are used, and the text is what the file has.
 *
 * @throws the signal's reason
 */
export async function readPrevious({ chunks }: PreviousPack, context: ReadContext): Promise<readonly ContextSource[]> {
  const ofFiles = chunks.slice(0, maxChunks).filter(({ filePath }) => !isToolPath(filePath));
  const takeTurn = pLimit(filesAtOnce);
  const sources = [...groupBy(ofFiles, ({ filePath }) => filePath)].map(([path, sent]) =>
    takeTurn(() => readFile(path, sent, context)),
  );
  return (await Promise.all(sources)).flat();
}

async function readFile(
  path: string,
  sent: readonly SentChunk[],
  { editor, chunker, log, signal }: ReadContext,
): Promise<readonly ContextSource[]> {
  try {
    const document = await editor.getDocument(path, { signal });
    const { path: filePath, content, language } = document;
    const { chunks } = await chunker.chunk({ filePath, content, language }, { signal });
    const lines = new LineIndex(content);
    return sent.flatMap((chunk) => {
      const found = wholeChunk(chunk, chunks) ?? linesAt(chunk, lines);
      return found === undefined ? [] : [sourceOf(document, lines, found)];
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    log.debug('A file of the pack before cannot be read: {code}', { code: error.code });
    return [];
  }
}

/** The nearest chunk with the same text, as the file is cut now. */
function wholeChunk(sent: SentChunk, chunks: readonly Chunk[]): Chunk | undefined {
  const same = chunks.filter(({ id }) => hashIn(id) === hashIn(sent.id));
  const distance = (chunk: Chunk): number => Math.abs(chunk.startLine - sent.startLine);
  return same.toSorted((a, b) => distance(a) - distance(b) || a.startLine - b.startLine)[0];
}

/** The same lines, at their place or moved: what a pack has of a larger chunk is no chunk of the file. */
function linesAt({ id, startLine, endLine }: SentChunk, lines: LineIndex): LineRange | undefined {
  const count = endLine - startLine + 1;
  const isAt = (first: number): boolean =>
    chunkHash(lines.content.slice(lines.start(first - 1), lines.start(first - 1 + count))) === hashIn(id);
  if (endLine <= lines.count && isAt(startLine)) return { startLine, endLine };
  if (lines.count > maxSearchedLines) return undefined;
  for (let first = 1; first + count - 1 <= lines.count; first += 1) {
    if (isAt(first)) return { startLine: first, endLine: first + count - 1 };
  }
  return undefined;
}

function hashIn(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1);
}

function sourceOf(
  { path, content, language }: DocumentSnapshot,
  lines: LineIndex,
  { startLine, endLine, ...found }: Chunk | LineRange,
): ContextSource {
  const text = content.slice(lines.start(startLine - 1), lines.start(endLine));
  const { kind, symbol, enclosing, part } = found as Partial<Chunk>;
  return {
    ...{ sourceType: 'search-result', filePath: path, language, content: text, lineRange: { startLine, endLine } },
    ...{ relevanceScore: 0, isSearchHit: true },
    ...(kind === undefined ? {} : { definition: { kind, symbol, enclosing, part } }),
  };
}
