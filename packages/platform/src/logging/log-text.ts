/** Maximum text of one field, in UTF-16 units; content that is logged by mistake is cut short. */
export const maxFieldChars = 500;

/** C0 and C1 controls, line separators that JSON leaves as they are, and marks that reorder what a terminal shows. */
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text that is safe in a log line, however the line is shown: no line break or control character can forge a second
 * line, nothing is longer than `maxChars`, and no half of a surrogate pair is left.
 */
export function toLogText(text: string, maxChars: number = maxFieldChars): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
  return cut.toWellFormed().replaceAll(unsafeCharacters, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
