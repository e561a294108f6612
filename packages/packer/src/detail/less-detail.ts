import type { DetailLevel, IncludedChunk, RankedChunk } from '@lexichord/abstractions';

import { nameOf, signatureOf } from './signature.js';

/** Levels of detail of an outline line, highest first. */
export const outlineLevels = ['signature', 'name', 'path'] as const satisfies readonly DetailLevel[];

/** One of {@link outlineLevels}. */
export type OutlineLevel = (typeof outlineLevels)[number];

/** Whether a chunk is shown as an outline line, without its own lines. */
export function isOutlined({ detailLevel }: Pick<IncludedChunk, 'detailLevel'>): boolean {
  return detailLevel !== undefined && (outlineLevels as readonly string[]).includes(detailLevel);
}

/** The line of a chunk in an outline: the chunk's id, which is its handle, and a description. */
export type OutlineLine = Pick<IncludedChunk, 'id' | 'content' | 'detailLevel'>;

/** Describes a chunk in one line. Returns `undefined` if it has nothing to show at this level. */
export function outlineLine(chunk: RankedChunk, level: OutlineLevel): OutlineLine | undefined {
  const content = outlineText(chunk, level);
  return content === undefined ? undefined : { id: chunk.id, content, detailLevel: level };
}

/** Replaces the lines of a chunk by its outline line; the line range stays that of the body. */
export function outlined<C extends RankedChunk>(
  chunk: C,
  { content, detailLevel }: OutlineLine,
  tokenCount: number,
): C {
  return { ...chunk, content, tokenCount, detailLevel };
}

function outlineText(chunk: RankedChunk, level: OutlineLevel): string | undefined {
  if (level === 'path') return '';
  return level === 'signature' ? signatureOf(chunk) : nameOf(chunk);
}
