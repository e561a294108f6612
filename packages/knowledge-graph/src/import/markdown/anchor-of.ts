/**
 * What a heading is called in a link, as GitHub and most others have it: lower case, punctuation gone, a hyphen for
 * each space.
 */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
