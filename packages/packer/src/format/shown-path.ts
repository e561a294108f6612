/**
 * A path as it stands in a header: verbatim, but for characters that could end the line, reorder it, or pass for code.
 * Those are shown as escapes (T-016 FR-016-135, AC-119, threat 4).
 */
export function shownPath(path: string): string {
  return path.replace(/[`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
