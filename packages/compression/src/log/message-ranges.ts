/** Indexes of messages, from 0 and rising, as people count them: `#3–5, #9`. */
export function describeRanges(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges.map(([from, to]) => (to === from + 1 ? `#${to}` : `#${from + 1}–${to}`)).join(', ');
}
