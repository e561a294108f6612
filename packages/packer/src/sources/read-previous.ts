import {
  type Chunk,
  type ContextSource,
  type DocumentSnapshot,
  type IChunker,
  type LineRange,
  type PreviousPack,
  type SentChunk,
  type SourceDefinition,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, Turns, groupBy } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

import { definitionOf, wholeOf } from '../chunk/excerpt-chunk.js';
import { isToolPath } from '../collect/tool-outputs.js';
import { holds } from '../deduplicate/kept-ranges.js';
import type { ReadContext as PlaceContext } from './read-places.js';
import { SentLines } from './sent-lines.js';

/** Services for reading the chunks of a previous pack. */
interface ReadContext extends PlaceContext {
  /** Cuts files as the index does, for chunks that were hits of a search. */
  readonly indexChunker: IChunker;
}

/** Maximum number of chunks that are read; the list may come from a modified file. */
const maxChunks = 2_000;

/** Maximum length of text that is hashed to find the lines, in UTF-16 units; divided among files by their chunks. */
const maxHashedLength = 200_000_000;

const filesAtOnce = 4;

/**
 * Reads the lines of a previous pack that are still in their files, at their current positions. Uses only paths, line
 * numbers and hashes of the record; the text is read from the files.
 *
 * @throws the signal's reason
 */
export async function readPrevious({ chunks }: PreviousPack, context: ReadContext): Promise<readonly ContextSource[]> {
  const ofFiles = chunks.slice(0, maxChunks).filter(({ filePath }) => !isToolPath(filePath));
  const takeTurn = pLimit(filesAtOnce);
  const sources = [...groupBy(ofFiles, ({ filePath }) => filePath)].map(([path, sent]) => {
    const maxLength = (maxHashedLength * sent.length) / ofFiles.length;
    return takeTurn(() => readFile({ path, sent, maxLength }, context));
  });
  return (await Promise.all(sources)).flat();
}

/** The chunks of a file in a previous pack, and the maximum length of text that is hashed to find them. */
interface SentOfFile {
  readonly path: string;
  readonly sent: readonly SentChunk[];
  readonly maxLength: number;
}

async function readFile(
  { path, sent, maxLength }: SentOfFile,
  { editor, chunker, indexChunker, log, signal }: ReadContext,
): Promise<readonly ContextSource[]> {
  try {
    const document = await editor.getDocument(path, { signal });
    const { path: filePath, content, language } = document;
    const source = { filePath, content, language };
    const { chunks } = await chunker.chunk(source, { signal });
    const { chunks: ofIndex } = await indexChunker.chunk(source, { signal });
    const lines = new LineIndex(content);
    const present = new SentLines({ lines, chunks: [...chunks, ...ofIndex] }, maxLength);
    const turns = new Turns(signal);
    const sources: ContextSource[] = [];
    for (const chunk of sent) {
      await turns.yieldToEventLoop();
      const found = present.find(chunk);
      if (found === undefined) continue;
      const around = chunk.partOf === undefined ? undefined : definitionAround(found, chunks);
      sources.push({ ...sourceOf(document, lines, found), definition: 'id' in found ? definitionOf(found) : around });
    }
    return sources;
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    log.debug('A file of the pack before cannot be read: {code}', { code: error.code });
    return [];
  }
}

function sourceOf(
  { path, content, language }: DocumentSnapshot,
  lines: LineIndex,
  { startLine, endLine }: LineRange,
): ContextSource {
  const text = content.slice(lines.start(startLine - 1), lines.start(endLine));
  return {
    ...{ sourceType: 'search-result', filePath: path, language, content: text, lineRange: { startLine, endLine } },
    ...{ relevanceScore: 0, isSearchHit: true },
  };
}

/**
 * Returns the definition that now encloses lines of a previous part, by the chunks of their file; `undefined` if no
 * definition contains all of them.
 */
function definitionAround(lines: LineRange, chunks: readonly Chunk[]): SourceDefinition | undefined {
  const chunk = chunks.find((one) => {
    const whole = wholeOf(one);
    return whole !== undefined && holds(whole, lines) && one.endLine >= lines.startLine;
  });
  return chunk && { ...definitionOf(chunk), part: undefined, partOf: wholeOf(chunk) };
}
