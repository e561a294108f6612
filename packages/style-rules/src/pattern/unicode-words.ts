const wordMembers = String.raw`\p{L}\p{M}\p{N}_`;
const spaceMembers = String.raw`\s\v\p{Z}\x{85}`;
const beyondAscii = /(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{Z}\x85]/u;
const endsInWord = /[\p{L}\p{M}\p{N}_]$/u;
const startsWithWord = /^[\p{L}\p{M}\p{N}_]/u;

/** An opened class with what may be its first member, a quoted stretch, an escape, the end of a class. */
const token = /\[\^?\]?|\\Q[^]*?(?:\\E|$)|\\[^]|\]/gu;

/** Whether a text has letters, digits or white space that RE2's `\w`, `\b` and `\s`, which are ASCII's, do not know. */
export function isBeyondAscii(text: string): boolean {
  // Most texts are plain, and the first question is ten times as fast.
  return /[^\x00-\x7f]/.test(text) && beyondAscii.test(text);
}

/** The pattern with `\w`, `\W`, `\s` and `\S` of Unicode, as .NET has them. `[\W]` and `[\S]` stay as they are. */
export function widenWords(source: string): string {
  let isInClass = false;
  return source.replace(token, (found) => {
    if (found.startsWith('[') && !isInClass) isInClass = true;
    else if (found === ']') isInClass = false;
    const lower = found.toLowerCase();
    const members = lower === '\\w' ? wordMembers : lower === '\\s' ? spaceMembers : undefined;
    if (members === undefined || (isInClass && found !== lower)) return found;
    return isInClass ? members : `[${found === lower ? '' : '^'}${members}]`;
  });
}

/** Whether a word, in any script, begins or ends at an offset of a text: .NET's `\b`. */
export function isWordEdge(text: string, offset: number): boolean {
  return (
    endsInWord.test(text.slice(Math.max(0, offset - 2), offset)) !== startsWithWord.test(text.slice(offset, offset + 2))
  );
}
