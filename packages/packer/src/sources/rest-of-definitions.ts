import {
  type CallOptions,
  type ContextSource,
  type IEditorService,
  type LineRange,
  type SearchHit,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, chunkLines, groupBy } from '@lexichord/platform/internal';

/** UTF-16 units that a token has at most, mostly: rather too much is offered, and the pack leaves out what does not fit. */
const unitsPerToken = 4;

/** Services for reading the files of hits, and what there is room for. */
export interface RestContext extends CallOptions {
  readonly editor: IEditorService;
  /** Of the pack. */
  readonly budgetTokens: number;
  /** Hits that score less are not packed. */
  readonly minScore: number;
}

/** A hit that is a part of a definition. */
interface PartHit extends SearchHit {
  readonly partOf: LineRange;
}

/**
 * The other lines of definitions of which hits are parts, where the hits leave room in a pack: best hit first, and below
 * every hit that is packed. A file that cannot be read, or has changed since it was searched, is passed over.
 *
 * @param hits best first
 * @throws the signal's reason
 */
export async function restOfDefinitions(
  hits: readonly SearchHit[],
  { editor, budgetTokens, minScore, signal }: RestContext,
): Promise<readonly ContextSource[]> {
  const packed = hits.filter(({ score }) => score >= minScore);
  let room = budgetTokens - packed.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
  const byFile = groupBy(packed, ({ filePath }) => filePath);
  const definitions = groupBy(packed.filter(isPart), ({ filePath, partOf }) => `${filePath}:${partOf.startLine}`);
  const rest: ContextSource[] = [];
  for (const [best] of definitions.values()) {
    if (room <= 0 || best === undefined) break;
    const lines = await linesAround(best, { editor, signal });
    if (lines === undefined) continue;
    for (const gap of gapsIn(best.partOf, byFile.get(best.filePath) ?? [])) {
      const source = sourceOfGap(gap, { best, lines, minScore });
      if (source === undefined) continue;
      rest.push(source);
      room -= Math.ceil(source.content.length / unitsPerToken);
    }
  }
  return rest;
}

function isPart(hit: SearchHit): hit is PartHit {
  return hit.partOf !== undefined;
}

/** The file of a hit; `undefined` where it has other lines than the hit. */
async function linesAround(
  { filePath, startLine, endLine, content }: PartHit,
  { editor, signal }: Pick<RestContext, 'editor' | 'signal'>,
): Promise<LineIndex | undefined> {
  try {
    const lines = new LineIndex((await editor.getDocument(filePath, { signal })).content);
    return chunkLines(lines, { startLine, endLine }) === content ? lines : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return undefined;
  }
}

/** The lines of a definition that no hit has. */
function gapsIn({ startLine, endLine }: LineRange, hits: readonly LineRange[]): readonly LineRange[] {
  const gaps: LineRange[] = [];
  let next = startLine;
  for (const hit of hits.toSorted((a, b) => a.startLine - b.startLine)) {
    if (hit.endLine < next || hit.startLine > endLine) continue;
    if (hit.startLine > next) gaps.push({ startLine: next, endLine: hit.startLine - 1 });
    next = hit.endLine + 1;
  }
  return next > endLine ? gaps : [...gaps, { startLine: next, endLine }];
}

/** @returns `undefined` for blank lines, and where the file has no such lines */
function sourceOfGap(
  lineRange: LineRange,
  { best, lines, minScore }: { readonly best: PartHit; readonly lines: LineIndex; readonly minScore: number },
): ContextSource | undefined {
  const { filePath, language, kind, symbol, enclosing, partOf, score } = best;
  const content = chunkLines(lines, lineRange) ?? '';
  if (content.trim() === '') return undefined;
  const definition = { kind, symbol, enclosing, partOf };
  const shared = { sourceType: 'search-result', filePath, language, content, lineRange, definition } as const;
  return { ...shared, relevanceScore: minScore * score, isSearchHit: true };
}
