const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A number for people, the same in every locale, such as `2,150`. */
export function groupedNumber(value: number): string {
  return format.format(value);
}

/** Such as `1 token` and `2,150 tokens`. */
export function countOf(value: number, noun: string): string {
  return `${groupedNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}
