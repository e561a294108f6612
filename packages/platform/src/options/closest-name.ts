import { distance as editDistance } from 'fastest-levenshtein';

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
