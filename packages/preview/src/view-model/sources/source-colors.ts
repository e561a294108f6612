/** How many colours there are to tell sources apart: `--source-0` to `--source-9` of the page. */
export const paletteSize = 10;

/**
 * A number for each source: those that have one keep it, the others get the next ones in their order. So a source has
 * its colour as long as a panel is open, wherever its fragment stands.
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
