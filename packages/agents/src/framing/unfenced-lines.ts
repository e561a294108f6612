import { fenceOpenedBy } from '@lexichord/abstractions';

import { FenceState } from './fence-state.js';

const lineEnd = /\r\n|\n|\r/u;

/**
 * The text without what stands in code fences, line by line; the lines of the fences stay. Only what every reader takes
 * for fenced counts as that: one who knows the rules of Markdown, and one who takes anything for a fence that looks like one.
 */
export function unfencedLines(content: string): string {
  if (!content.includes('```') && !content.includes('~~~')) return content;
  const strict = FenceState.strict();
  const lenient = FenceState.lenient();
  const outside = content.split(lineEnd).filter((line) => {
    const isWithin = [strict.isWithin(line), lenient.isWithin(line)];
    return isWithin.includes(false);
  });
  return outside.join('\n');
}

/** Whether all of a text is in code fences, with nothing but white space between them. */
export function isAllFenced(content: string): boolean {
  if (fenceOpenedBy(content.split(lineEnd, 1)[0] ?? '') === undefined) return false;
  return unfencedLines(content)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:`{3,}|~{3,})\S*\s*$/u.test(line));
}
