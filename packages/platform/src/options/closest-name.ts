import { distance as editDistance } from 'fastest-levenshtein';

/** Maximum length of a name: longer ones are no typing errors, and a comparison takes quadratic time. */
const maxNameChars = 64;

/**
 * The name that was probably meant, or `undefined` when none is near: at most a third of its characters differ. Of
 * equally near ones the first.
 */
export function findClosestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > maxNameChars) return undefined;
  const wanted = name.toLowerCase();
  let closest: { candidate: string; distance: number } | undefined;
  for (const candidate of names) {
    const other = candidate.toLowerCase();
    const limit = Math.min(Math.max(1, Math.floor(candidate.length / 3)), (closest?.distance ?? Infinity) - 1);
    // Two names differ at least by the difference of their lengths, which rules most out without a comparison.
    if (Math.abs(wanted.length - other.length) > limit) continue;
    const distance = editDistance(wanted, other);
    if (distance <= limit) closest = { candidate, distance };
  }
  return closest?.candidate;
}
