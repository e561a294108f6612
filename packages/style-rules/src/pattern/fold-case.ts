/**
 * A text in lower case, in which the two small sigmas are one, and every place is where it was: the few letters that
 * would become longer stay as they are.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : Array.from(text, foldPoint).join('');
  return folded.replaceAll('ς', 'σ');
}

function foldPoint(point: string): string {
  const lower = point.toLowerCase();
  return lower.length === point.length ? lower : point;
}
