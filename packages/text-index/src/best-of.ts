/**
 * Returns the indexes of the highest scores above 0, highest first, equal ones by index. The time is linear in the
 * number of scores, independent of their order.
 */
export function bestOf(
  scores: ArrayLike<number>,
  limit: number,
  accepts: (number: number) => boolean = () => true,
): readonly number[] {
  if (limit < 1) return [];
  const before = (a: number, z: number): number => (scores[z] as number) - (scores[a] as number) || a - z;
  let kept: number[] = [];
  let min = 0;
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number] as number;
    // Of equal scores, a later one ranks after the last kept one.
    if (!(score > min) || !accepts(number)) continue;
    kept.push(number);
    if (kept.length < 2 * limit + 64) continue;
    kept = kept.sort(before).slice(0, limit);
    min = scores[kept[limit - 1] as number] as number;
  }
  return kept.sort(before).slice(0, limit);
}
