import type { DetailLevel, ITokenCounter, IncludedChunk, RankedChunk } from '@lexichord/abstractions';

import { nameOf, signatureOf } from './signature.js';

/** Levels of detail of one line in an outline, most first. */
export const outlineLevels = ['signature', 'name', 'path'] as const satisfies readonly DetailLevel[];

/** One of {@link outlineLevels}. */
export type OutlineLevel = (typeof outlineLevels)[number];

/** Whether a chunk is a line of the outline, and its own lines are not in the text. */
export function isOutlined({ detailLevel }: Pick<IncludedChunk, 'detailLevel'>): boolean {
  return detailLevel !== undefined && (outlineLevels as readonly string[]).includes(detailLevel);
}

/**
 * The chunk as a line of the outline: its id, which is its handle, and its lines stay those of the body. `undefined`
 * where it has nothing to show at this level.
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
