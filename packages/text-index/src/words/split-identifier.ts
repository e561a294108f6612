/** Borders inside an identifier: before a capital that begins a word, and around the signs that join words. */
const innerBorder = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[\s_\-.$]+/u;

/** The words of a camelCase, PascalCase, snake_case or kebab-case name, as written: `parseHTTPHeader` has three. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.split(innerBorder).filter((part) => part.length > 0);
}
