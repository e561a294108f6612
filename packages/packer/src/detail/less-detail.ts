import type { DetailLevel, ITokenCounter, IncludedChunk, RankedChunk } from '@lexichord/abstractions';

import { nameOf, signatureOf } from './signature.js';

/** Levels of detail of an outline line, highest first. */
export const outlineLevels = ['signature', 'name', 'path'] as const satisfies readonly DetailLevel[];

/** One of {@link outlineLevels}. */
export type OutlineLevel = (typeof outlineLevels)[number];

/** Whether a chunk is shown as an outline line, without its own lines. */
export function isOutlined({ detailLevel }: Pick<IncludedChunk, 'detailLevel'>): boolean {
  return detailLevel !== undefined && (outlineLevels as readonly string[]).includes(detailLevel);
}

/**
 * Converts a chunk to an outline line: the id, which is its handle, and the line range stay those of the body. Returns
 * `undefined` if it has nothing to show at this level.
 */
export function outlined(chunk: RankedChunk, level: OutlineLevel, counter: ITokenCounter): IncludedChunk | undefined {
  const content = outlineText(chunk, level);
  if (content === undefined) return undefined;
  return { ...chunk, content, tokenCount: counter.countTokens(content), detailLevel: level };
}

function outlineText(chunk: RankedChunk, level: OutlineLevel): string | undefined {
  if (level === 'path') return '';
  return level === 'signature' ? signatureOf(chunk) : nameOf(chunk);
}
