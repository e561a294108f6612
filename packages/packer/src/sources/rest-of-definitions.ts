import {
  type CallOptions,
  type Chunk,
  type ContextSource,
  type IChunker,
  type IClock,
  type IEditorService,
  type SearchHit,
  isLexichordError,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal, withDeadline } from '@lexichord/platform/internal';

import { definitionOf } from '../chunk/excerpt-chunk.js';

/** Services for reading the files of hits, and what there is room for. */
export interface RestContext extends CallOptions {
  readonly editor: IEditorService;
  /** Cuts as the hits are cut. */
  readonly indexChunker: IChunker;
  /** Of the pack. */
  readonly budgetTokens: number;
  /** Hits that score less are not packed. */
  readonly minScore: number;
  readonly clock: IClock;
  /** After this time the definitions are given as far as they were read. */
  readonly timeoutMs: number;
  readonly onWarning?: ((warning: string) => void) | undefined;
}

type FileServices = Pick<RestContext, 'editor' | 'indexChunker'> & { readonly signal: AbortSignal };

/**
 * The other parts of definitions of which hits are parts, where the hits are smaller than a pack: of the best hits
 * first, and below every hit that is packed. A hit that its file does not have any more has no other parts.
 *
 * @param hits best first
 * @throws the signal's reason
 */
export async function restOfDefinitions(
  hits: readonly SearchHit[],
  { clock, timeoutMs, signal, onWarning, ...context }: RestContext,
): Promise<readonly ContextSource[]> {
  const rest: ContextSource[] = [];
  await withDeadline({ timeoutMs, clock }, async (late) => {
    const end = sharedSignal(signal === undefined ? [late] : [signal, late]);
    try {
      for await (const source of partsOf(hits, { ...context, signal: end })) rest.push(source);
    } catch (error) {
      signal?.throwIfAborted();
      if (!late.aborted) throw error;
      onWarning?.('Some functions are packed in part, because reading the rest of them took too long.');
    }
  });
  return rest;
}

async function* partsOf(
  hits: readonly SearchHit[],
  { budgetTokens, minScore, ...services }: FileServices & Pick<RestContext, 'budgetTokens' | 'minScore'>,
): AsyncGenerator<ContextSource> {
  const packed = hits.filter(({ score }) => score >= minScore);
  const packedKeys = new Set(packed.map(rangeKey));
  const files = new Map<string, readonly Chunk[]>();
  let room = budgetTokens - packed.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
  for (const hit of packed) {
    if (room <= 0) return;
    if (hit.partOf === undefined) continue;
    const chunks = files.get(hit.filePath) ?? (await chunksOf(hit.filePath, services));
    files.set(hit.filePath, chunks);
    for (const chunk of otherParts(hit, chunks)) {
      if (packedKeys.has(rangeKey(chunk))) continue;
      packedKeys.add(rangeKey(chunk));
      yield sourceOfPart(chunk, minScore * hit.score);
      room -= chunk.tokenCount;
    }
  }
}

/** The lines of a hit or chunk. */
export function rangeKey({ filePath, startLine, endLine }: Pick<Chunk, 'filePath' | 'startLine' | 'endLine'>): string {
  return `${filePath}:${startLine}-${endLine}`;
}

/** The file as it is now; empty where it cannot be read. */
async function chunksOf(path: string, { editor, indexChunker, signal }: FileServices): Promise<readonly Chunk[]> {
  try {
    const reading = editor.getDocument(path, { signal });
    const { path: filePath, content, language } = await raceWithSignal(reading, signal);
    return (await indexChunker.chunk({ filePath, content, language }, { signal })).chunks;
  } catch (error) {
    signal.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return [];
  }
}

function otherParts(hit: SearchHit, chunks: readonly Chunk[]): readonly Chunk[] {
  const own = chunks.find((chunk) => rangeKey(chunk) === rangeKey(hit) && chunk.content === hit.content);
  const whole = own?.partOf;
  if (whole === undefined) return [];
  return chunks.filter(
    ({ partOf }) => partOf !== undefined && partOf.startLine === whole.startLine && partOf.endLine === whole.endLine,
  );
}

function sourceOfPart(chunk: Chunk, relevanceScore: number): ContextSource {
  const { filePath, language, content, startLine, endLine, tokenCount } = chunk;
  const definition = { ...definitionOf(chunk), tokenCount };
  const shared = { sourceType: 'search-result', filePath, language, content, definition } as const;
  return { ...shared, lineRange: { startLine, endLine }, relevanceScore, isSearchHit: true };
}
