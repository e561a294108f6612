import { lineNumber } from './line-number.js';
import type { SecretSpot } from './rules/secret-rule.js';

/** Begin and end markers of private keys: PKCS, OpenSSH, PGP and PuTTY. */
const beginning = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: /gu;
const ending = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]{1,128}/u;

const pemEnding = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/gu;

/** Maximum length of a key, in UTF-16 units. Without an end marker in this range, a key ends with its characters. */
const maxKeyLength = 20_000;

/** A run of base64 that is too long for a placeholder. */
const keyContent = /[A-Za-z0-9+/]{40}/u;

const around = String.raw`[ \t>|+\-#*/"'\x60]{0,40}`;

/**
 * Beginning of a line of a key: surrounding characters in code or differences, and the line number. The lookahead makes
 * it atomic: otherwise backtracking would combine each length with every length of the rest.
 */
const front = String.raw`^(?=(?<front>${around}(?:${lineNumber}${around})?))\k<front>`;

/** A line of a key without an end marker: base64, or a header. */
const keyLine = new RegExp(
  String.raw`${front}(?:(?:[\w-]{1,30}|(?<=-)): [^\r\n]{0,200}|[A-Za-z0-9+/=]{1,200})?(?:\\[nr]|[\\"'\x60,;+) \t]){0,10}$`,
  'u',
);

/** Key at the beginning of a line whose rest is not a key: a long run of base64, or one that ends its string. */
const keyAtStart = new RegExp(
  String.raw`${front}(?:[+/]{0,8}[A-Za-z0-9][A-Za-z0-9+/]{19,}={0,2}|[A-Za-z0-9+/=]{1,200}(?=\\{0,8}["'\x60]))`,
  'u',
);

/** Key at the end of a line whose beginning is not a key. */
const keyAtEnd = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}(?:\\{1,8}[nr]|\s){0,4}$/u;

/**
 * Finds private keys, including encrypted ones, in strings of JSON or code, after marks of comments or differences, and
 * with a missing begin or end marker. A begin marker without a key, as in a program that reads keys, is ignored.
 */
export function* findPrivateKeys(text: string): Generator<SecretSpot> {
  const ends = new LoneEnds(text);
  for (const { index, 0: mark } of text.matchAll(beginning)) {
    if (index < ends.after) continue;
    yield* ends.upTo(index);
    const contentStart = index + mark.length;
    const endOffset = endOfKey(text, contentStart);
    if (!keyContent.test(text.slice(contentStart, endOffset))) continue;
    yield { rule: 'private-key', startOffset: index, endOffset };
    ends.skipTo(endOffset);
  }
  yield* ends.upTo(text.length);
}

/** Finds keys without a begin marker by their end markers. Visits each end marker once, so that the time is linear. */
class LoneEnds {
  /** End of the last key or end marker. */
  after = 0;
  private next: RegExpExecArray | null;

  constructor(private readonly text: string) {
    this.next = this.markFrom(0);
  }

  skipTo(offset: number): void {
    this.after = offset;
    if (this.next !== null && this.next.index < offset) this.next = this.markFrom(offset);
  }

  /** Keys whose end markers end at or before an offset. */
  *upTo(offset: number): Generator<SecretSpot> {
    while (this.next !== null) {
      const { index, 0: mark } = this.next;
      const endOffset = index + mark.length;
      if (endOffset > offset) return;
      const content = this.text.slice(Math.max(this.after, index - maxKeyLength), index);
      this.skipTo(endOffset);
      const startOffset = index - lengthOfLastKeyLines(content);
      if (keyContent.test(this.text.slice(startOffset, index))) yield { rule: 'private-key', startOffset, endOffset };
    }
  }

  private markFrom(offset: number): RegExpExecArray | null {
    pemEnding.lastIndex = offset;
    return pemEnding.exec(this.text);
  }
}

function endOfKey(text: string, start: number): number {
  const reach = text.slice(start, start + maxKeyLength);
  const nextBeginning = reach.search(beginning);
  const own = nextBeginning < 0 ? reach : reach.slice(0, nextBeginning);
  const end = ending.exec(own);
  return start + (end === null ? lengthOfKeyLines(own) : end.index + end[0].length);
}

/** Length of the key lines at the beginning of a text. */
function lengthOfKeyLines(text: string): number {
  let length = 0;
  for (const line of linesIn(text)) {
    if (length > 0 && !keyLine.test(line.trimEnd())) return length + lengthOf(keyAtStart.exec(line));
    length += line.length;
  }
  return length;
}

/** Length of the key lines at the end of a text. */
function lengthOfLastKeyLines(text: string): number {
  let length = 0;
  for (const line of linesIn(text).reverse()) {
    if (line.trim() !== '' && !keyLine.test(line.trimEnd())) return length + lengthOf(keyAtEnd.exec(line));
    length += line.length;
  }
  return length;
}

/** Splits a text after line breaks, including those that JSON or code writes as `\n`. */
function linesIn(text: string): string[] {
  return text.split(/(?<=\n|\r(?!\n)|\\n|\\r(?!\\n))/u);
}

function lengthOf(match: RegExpExecArray | null): number {
  return match?.[0].length ?? 0;
}
