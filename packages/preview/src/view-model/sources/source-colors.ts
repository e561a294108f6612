/** Number of colours of sources: `--source-0` to `--source-9` of the page. */
export const paletteSize = 10;

/**
 * Numbers each source: known ones keep their number, others get the next ones in their order. So a source keeps its
 * colour while a panel is open, at any position of its fragment.
 */
export function numberSources(
  assigned: ReadonlyMap<string, number>,
  sourceIds: readonly string[],
): ReadonlyMap<string, number> {
  const added = sourceIds.filter((sourceId, index) => !assigned.has(sourceId) && sourceIds.indexOf(sourceId) === index);
  if (added.length === 0) return assigned;
  return new Map([...assigned, ...added.map((sourceId, index) => [sourceId, assigned.size + index] as const)]);
}

/** Which of the palette's colours a source has. */
export function colorOf(numbers: ReadonlyMap<string, number>, sourceId: string): number {
  return (numbers.get(sourceId) ?? 0) % paletteSize;
}
