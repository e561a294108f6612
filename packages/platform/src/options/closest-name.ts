/** Longer names are no typing errors of a key, and comparing them would cost their square. */
const maxNameChars = 64;

/**
 * The name that was probably meant, or `undefined` when none is near: at most a third of its characters differ. Of
 * equally near ones the first.
 */
export function findClosestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxNameChars) return undefined;
  let closest: { known: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const limit = Math.max(1, Math.floor(candidate.length / 3));
    if (distance <= limit && distance < (closest?.distance ?? Infinity)) closest = { known: candidate, distance };
  }
  return closest?.known;
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
