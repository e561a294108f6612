/** A longer run of letters is data, such as base64; unless its script puts no space between words. */
export const longestWord = 80;

/** One character of a script that puts no space between words, as a class of regular expressions. */
export const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
export const unspacedScript = new RegExp(unspaced, 'u');

const wordAt = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*|\p{N}+/uy;

const noWord = 0;
const digit = 1;
const letter = 2;
const notAscii = 3;

/** For each ASCII code what it is to a word; the signs that names may have are letters. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_unused, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/u.test(character)) return digit;
  return /[a-z_$]/iu.test(character) ? letter : noWord;
});

/**
 * Finds the words of a text as they stand there, one after the other: names whole, numbers, runs of letters. ASCII is
 * read by hand, several times as fast as by a regular expression; for the rest there is one.
 */
export class RawWordScanner {
  private at = 0;

  constructor(private readonly text: string) {}

  /** `undefined` at the end of the text. */
  next(): string | undefined {
    const { text } = this;
    while (this.at < text.length) {
      const kind = this.kindAt(this.at);
      if (kind === noWord) {
        this.at += 1;
        continue;
      }
      const word = kind === notAscii ? this.takeAny() : this.takeAscii(kind);
      if (word !== undefined && (word.length <= longestWord || unspacedScript.test(word))) return word;
    }
    return undefined;
  }

  private takeAscii(kind: number): string | undefined {
    const { text } = this;
    let end = this.at + 1;
    let next = noWord;
    for (; end < text.length; end += 1) {
      next = this.kindAt(end);
      // A number ends at a letter, a name does not end at a digit.
      if (next === noWord || next === notAscii || next > kind) break;
    }
    if (end < text.length && next === notAscii) return this.takeAny();
    const word = text.slice(this.at, end);
    this.at = end;
    return word;
  }

  /** Steps over one character where no word begins. */
  private takeAny(): string | undefined {
    const { text, at } = this;
    wordAt.lastIndex = at;
    const word = wordAt.exec(text)?.[0];
    this.at = at + (word?.length ?? ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
    return word;
  }

  private kindAt(offset: number): number {
    const unit = this.text.charCodeAt(offset);
    return unit < 128 ? (asciiKinds[unit] as number) : notAscii;
  }
}
