/** Maximum length of an instruction, in UTF-16 units. */
export const maxInstructionLength = 300;
/** Maximum number of named entries of a list; the others are counted. */
export const maxListed = 8;

/** A message's placeholder with the quotation marks around it, if there are any. */
const placeholder = /(['"“‘`]?)%(?:\[(\d)\])?[sdv](['"”’`]?)/g;

/** Marks an unfilled placeholder; messages never have it, being one line without control characters. */
const unfilled = '\u0000';

/** Whether a message has a placeholder for the match. */
export function hasPlaceholder(message: string): boolean {
  return message.search(placeholder) >= 0;
}

/** One line, without control characters, cut at a word if too long. */
export function toOneLine(text: string, maxLength = maxInstructionLength): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** `a, b or c`; for a long list, the first entries and the number of others. */
export function listOf(entries: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  if (entries.length > maxListed) {
    return `${entries.slice(0, maxListed).join(', ')} and ${entries.length - maxListed} more`;
  }
  const last = entries.at(-1) ?? '';
  return entries.length < 2 ? last : `${entries.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** {@link listOf} with each entry in double quotation marks. */
export function quotedList(entries: readonly string[]): string {
  return listOf(entries.map((entry) => `"${entry}"`));
}

/**
 * A rule's message with its placeholders filled, in order. A placeholder in quotation marks gets each entry in such
 * marks. A sentence whose placeholder has no value is left out; if no sentence remains, the placeholder gets `such
 * wording`.
 */
export function fillMessage(message: string, values: readonly (readonly string[])[]): string {
  let next = 0;
  const filled = message
    .replace(placeholder, (_whole, before: string, position: string | undefined, after: string) => {
      const entries = values[position === undefined ? next++ : Number(position) - 1] ?? [];
      if (entries.length === 0) return unfilled;
      const isQuoted = before !== '' && after !== '';
      return isQuoted ? listOf(entries.map((entry) => `${before}${entry}${after}`)) : before + listOf(entries) + after;
    })
    .replaceAll('%%', '%');
  if (!filled.includes(unfilled)) return filled;
  const complete = filled.split(/(?<=[.!?]) +/).filter((sentence) => !sentence.includes(unfilled));
  return complete.length > 0 ? complete.join(' ') : filled.replaceAll(unfilled, 'such wording');
}
