/** A character as `\u{feff}`, for one that could not be seen, or would end a line. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
