/** `12345` as `12,345`, whatever the machine's locale. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** A share of a whole as `41%`; `<1%` for little and `-` for a share of nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '-';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return '<1%';
  // Rounding must not let something look complete that is not.
  return `${part < whole ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}

/** `1 token`, `2,000 tokens`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
