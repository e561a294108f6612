import { foldedLetter } from './folded-letter.js';

/** Treatment of digits: read as the letters that they look like, or ignored, as those of a number before a heading. */
type Digits = 'read' | 'ignored';

/**
 * A character reference. Between two letters of a label there may be a tag, a character reference, or any number of
 * signs.
 */
const reference = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|[a-z]{2,31});/iuy;

/** Inline tags; any other tag starts a new line. */
const inlineTag = /^<\/?(?:a|abbr|b|code|em|font|i|kbd|mark|s|small|span|strong|sub|sup|u)(?![a-z\d-])/iu;
const maxInlineTagLength = 12;

/** The largest code point. */
const lastCodePoint = 0x10_ff_ff;

/**
 * Finds lines that a reader could mistake for one of some labels: with the same letters, regardless of case, accents
 * and alphabet, and of signs, spaces, Markdown marks, tags and numbers before, between and after them. A label may span
 * several lines, like a heading that is underlined.
 *
 * It prefers false matches to missed ones: a line that is a label without being a heading is found, too. Takes time
 * linear in the text.
 */
export class LabelReader {
  private readonly withDigits: FoldedLabels;
  private readonly withoutDigits: FoldedLabels;
  private readonly haveDigits: boolean;

  constructor(labels: readonly string[]) {
    this.withDigits = new FoldedLabels(labels, 'read');
    this.withoutDigits = new FoldedLabels(labels, 'ignored');
    this.haveDigits = labels.some((label) => /\d/u.test(label));
  }

  /** Whether any line of the text reads like a label. */
  occursIn(text: string): boolean {
    const lineEnd = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/gu;
    let start = 0;
    let sign = text.indexOf('>');
    for (;;) {
      const end = lineEnd.exec(text)?.index ?? text.length;
      const starts = [start];
      for (; sign >= 0 && sign < end; sign = text.indexOf('>', sign + 1)) starts.push(sign + 1);
      if (this.beginsAtOneOf(starts, text)) return true;
      if (end === text.length) return false;
      start = lineEnd.lastIndex;
    }
  }

  /**
   * @param starts offsets at which a label may start: that of the line, and after each `>` of a tag or a quotation mark
   */
  private beginsAtOneOf(starts: readonly number[], text: string): boolean {
    let skippedTo = 0;
    for (const start of starts) {
      if (start < skippedTo) continue;
      const attempt = this.readAt(text, start);
      if (attempt.isLabel) return true;
      ({ skippedTo } = attempt);
    }
    return false;
  }

  private readAt(text: string, start: number): Attempt {
    const attempt = new Reading(text, start, { labels: this.withDigits, digits: 'read' }).attempt();
    if (attempt.isLabel || !(attempt.hasDigits || this.haveDigits)) return attempt;
    return new Reading(text, start, { labels: this.withoutDigits, digits: 'ignored' }).attempt();
  }
}

/** Labels reduced to their letters. */
class FoldedLabels {
  private readonly whole = new Set<string>();
  private readonly beginnings = new Set<string>();

  constructor(labels: readonly string[], digits: Digits) {
    for (const label of labels) {
      const letters = Array.from(label, (character) => foldWith(character.codePointAt(0) ?? 0, digits)).join('');
      if (letters !== '') this.whole.add(letters);
      for (let length = 1; length <= letters.length; length += 1) this.beginnings.add(letters.slice(0, length));
    }
  }

  isWhole(letters: string): boolean {
    return this.whole.has(letters);
  }

  isBeginning(letters: string): boolean {
    return this.beginnings.has(letters);
  }
}

interface Attempt {
  readonly isLabel: boolean;
  readonly hasDigits: boolean;
  /** There is no letter from the start to here, so that an attempt from any offset between gives the same result. */
  readonly skippedTo: number;
}

/** One attempt at reading a label from an offset. */
class Reading {
  private letters = '';
  private hasDigits = false;
  private skippedTo: number;
  private at: number;
  /** No tag that starts before this offset ends on its line. */
  private tagsFrom = 0;

  constructor(
    private readonly text: string,
    start: number,
    private readonly rules: { readonly labels: FoldedLabels; readonly digits: Digits },
  ) {
    this.at = start;
    this.skippedTo = start;
  }

  attempt(): Attempt {
    const isLabel = this.read();
    return { isLabel, hasDigits: this.hasDigits, skippedTo: this.skippedTo };
  }

  private read(): boolean {
    const { labels } = this.rules;
    while (this.at < this.text.length) {
      const isWhole = labels.isWhole(this.letters);
      if (this.isAtLineEnd()) {
        if (isWhole || this.letters === '' || !this.goToNextLine()) return isWhole;
        continue;
      }
      if (isWhole && this.isAtEndOfLabel()) return true;
      const next = this.nextLetters();
      if (next === '') {
        if (this.letters === '') this.skippedTo = this.at;
        continue;
      }
      this.letters += next;
      if (!labels.isBeginning(this.letters)) return false;
    }
    return labels.isWhole(this.letters);
  }

  private isAtLineEnd(): boolean {
    return isLineEnd(this.text.charCodeAt(this.at));
  }

  /** Moves to the next line, unless it is blank: a blank line ends a label. */
  private goToNextLine(): boolean {
    if (this.text.startsWith('\r\n', this.at)) this.at += 1;
    this.at += 1;
    const blank = /[^\S\n\v\f\r\u2028\u2029]*/uy;
    blank.lastIndex = this.at;
    blank.test(this.text);
    return blank.lastIndex < this.text.length && !isLineEnd(this.text.charCodeAt(blank.lastIndex));
  }

  /** Whether a tag that is not inline follows, or attributes of a heading. */
  private isAtEndOfLabel(): boolean {
    const character = this.text.charAt(this.at);
    if (character === '{') return /[#.:]/u.test(this.text.charAt(this.at + 1));
    return character === '<' && !inlineTag.test(this.text.slice(this.at, this.at + maxInlineTagLength));
  }

  /** Letters that the next character adds; moves the offset past it. */
  private nextLetters(): string {
    const character = this.text.charAt(this.at);
    if (character === '<' && /^<[a-z/!?]/iu.test(this.text.slice(this.at, this.at + 2))) return this.skipTag();
    if (character === '&') return this.readReference();
    if (character === ']') return this.skipTarget();
    const codePoint = this.text.codePointAt(this.at) ?? 0;
    this.at += codePoint > 0xff_ff ? 2 : 1;
    return this.fold(codePoint);
  }

  /**
   * Skips a tag, which adds no letters; if it does not end on its line, neither it nor another one before the line's
   * end is a tag.
   */
  private skipTag(): string {
    if (this.at >= this.tagsFrom) {
      const inside = /[^>\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]*/uy;
      inside.lastIndex = this.at;
      inside.test(this.text);
      if (this.text.charAt(inside.lastIndex) === '>') this.at = inside.lastIndex;
      else this.tagsFrom = inside.lastIndex;
    }
    this.at += 1;
    return '';
  }

  /** Skips the target of a link. */
  private skipTarget(): string {
    const target = /\](?:\([^()\n\r]{0,1000}\)|\[[^[\]\n\r]{0,1000}\])/uy;
    target.lastIndex = this.at;
    this.at = target.test(this.text) ? target.lastIndex : this.at + 1;
    return '';
  }

  private readReference(): string {
    reference.lastIndex = this.at;
    const groups = reference.exec(this.text)?.groups;
    this.at = groups === undefined ? this.at + 1 : reference.lastIndex;
    const { decimal, hex } = groups ?? {};
    if (decimal === undefined && hex === undefined) return '';
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return codePoint > lastCodePoint ? '' : this.fold(codePoint);
  }

  private fold(codePoint: number): string {
    if (codePoint >= 0x30 && codePoint <= 0x39) this.hasDigits = true;
    return foldWith(codePoint, this.rules.digits);
  }
}

function foldWith(codePoint: number, digits: Digits): string {
  const isDigit = codePoint >= 0x30 && codePoint <= 0x39;
  return isDigit && digits === 'ignored' ? '' : foldedLetter(codePoint);
}

function isLineEnd(code: number): boolean {
  return (
    (code >= 0x0a && code <= 0x0d) ||
    (code >= 0x1c && code <= 0x1e) ||
    code === 0x85 ||
    code === 0x2028 ||
    code === 0x2029
  );
}
