import { isDeepStrictEqual } from 'node:util';

import {
  type CallOptions,
  type CompressedSegment,
  type ConversationSegment,
  compressionLevelNames,
} from '@lexichord/abstractions';
import type { CheckTally } from '@lexichord/platform/internal';

import type { ISegmentCompressor } from '../compress/segment-compressor.js';

/** Reasons why a level cannot be checked. */
const byModel = 'made by a language model, which says it in other words the next time';
const otherCounter = 'counted with another tokenizer than the one that is set';

/** A stored level that differs from a fresh compression of its segment. */
export interface WrongLevel {
  readonly level: CompressedSegment;
  /** One sentence for people. */
  readonly problem: string;
}

/**
 * Compresses a segment again and compares all visible fields with its stored levels.
 *
 * @param stored each is of this segment
 * @returns the levels that differ
 */
export async function compareLevels(
  { segment, stored }: { readonly segment: ConversationSegment; readonly stored: readonly CompressedSegment[] },
  { compressor, levels }: { readonly compressor: ISegmentCompressor; readonly levels: CheckTally },
  options: CallOptions,
): Promise<readonly WrongLevel[]> {
  const remade = new Map(
    (await compressor.remake(segment, stored, options)).map((level) => [level.level, level] as const),
  );
  const wrong: WrongLevel[] = [];
  for (const level of stored) {
    const { making } = level;
    const expected = remade.get(level.level);
    if (making?.by === 'model') levels.leave(byModel);
    else if (making !== undefined && expected === undefined) levels.leave(otherCounter);
    else {
      levels.count();
      const problem = expected === undefined ? 'it does not say how it was made' : difference(level, expected);
      if (problem !== undefined)
        wrong.push({ level, problem: `Its ${compressionLevelNames[level.level]} level: ${problem}.` });
    }
  }
  return wrong;
}

/** Describes the first difference between a stored and an expected level. */
function difference(stored: CompressedSegment, expected: CompressedSegment): string | undefined {
  if (stored.content !== expected.content) return 'its text is not what the messages of the segment give';
  if (!isDeepStrictEqual(stored.anchors, expected.anchors)) return 'its anchors are not those of the messages';
  if (!isDeepStrictEqual(stored.markers, expected.markers)) return 'its markers point elsewhere';
  const hasCounts =
    stored.tokenCount === expected.tokenCount && stored.originalTokenCount === expected.originalTokenCount;
  return hasCounts ? undefined : 'its numbers of tokens are others';
}
