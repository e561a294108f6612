/**
 * The plural of an acronym, as in `URLs`. `As` and `Is` before another word are separate words, as in `toJSONAsText`,
 * unless the acronym ends with that I, as in `getAPIsOf`.
 */
const pluralEnd = /(?!As\p{Lu}|(?<!AP|CL|GU|UR|(?<!\p{Lu})U)Is\p{Lu})\p{Lu}s(?!\p{Ll})/u;

/** Word borders inside an identifier: before a capital that begins a word, and around the signs that join words. */
const innerBorder = new RegExp(
  `(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})(?!${pluralEnd.source})|[\\s_\\-.$]+`,
  'u',
);

/**
 * Splits a camelCase, PascalCase, snake_case or kebab-case name into its words, unchanged: `parseHTTPHeader` has three,
 * and `getURLsOf` has `get`, `URLs` and `Of`.
 */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.split(innerBorder).filter((part) => part.length > 0);
}
