/** Formats `12345` as `12,345` in every locale; fractions are rounded. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 token`, `2,000 tokens`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
