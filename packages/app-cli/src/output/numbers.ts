// Numbers have the same format in a terminal and on the page of the context preview.
export { countOf, formatCount } from '@lexichord/platform/number-text';

/** A share of a whole as `41%`; `<1%` for little and `-` for a share of nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '-';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return '<1%';
  // An incomplete share must not be rounded to 100 %.
  return `${part < whole ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}
