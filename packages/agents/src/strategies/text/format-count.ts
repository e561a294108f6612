/** A whole number with commas between thousands, the same on every machine. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}
