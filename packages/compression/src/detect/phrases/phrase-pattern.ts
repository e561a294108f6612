/** Alternatives by the name that patterns use for them, separated by `|`. */
export type Vocabulary = Readonly<Record<string, string>>;

/** The range of a phrase in a text. */
export interface PhraseMatch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const gapWords: Readonly<Record<string, string>> = {
  '*': '[^ ,]+',
  '~': '[^ ]+',
  '-': '(?!not |no |nothing )[^ ,]+',
  '+': '(?!when |whenever |if |once |after |while |until |because |so )[^ ,]+',
};

const notBehindNegation = '(?<! (?:not|no|never|without|hardly|nor|if|chance|hoping|wondering) (?:[^ ,]+ ){0,2})';

/**
 * Finds any of several phrases in {@link plainWords}. The elements of a phrase are separated by spaces:
 *
 * - `word`, `this|that`: one of these words; `go_on` is two
 * - `<name>`: one of the vocabulary's alternatives, also among others: `which|<name>`; none that is a regular
 *   expression may start a phrase
 * - `word?`, `<name>?`: optional
 * - `*3`: up to three words of the same clause; `~3`: commas too; `-3`: no negation, `+3`: no start of another clause
 *   among them
 * - `^` the start, `$` the end of the sentence, `,` a comma
 * - `!`, first: not shortly after a negation or an "if"
 *
 * Every gap is bounded, and at each word only the phrases are tried that start with it: matching is linear in the
 * text's length.
 */
export class PhraseFinder {
  /** Phrases that match only at the beginning of a sentence. */
  private readonly atStart: RegExp | undefined;
  private readonly byFirstWord = new Map<string, string[]>();
  private readonly compiled = new Map<string, RegExp>();

  constructor(
    phrases: readonly string[],
    private readonly vocabulary: Vocabulary,
  ) {
    const starts: string[] = [];
    for (const phrase of phrases) {
      const tokens = phrase.split(' ');
      if (tokens[0] === '^') starts.push(` ${this.pattern(tokens.slice(1))}`);
      else if (tokens[0] === '!') this.file(tokens.slice(1), notBehindNegation);
      else this.file(tokens, '');
    }
    this.atStart = starts.length === 0 ? undefined : new RegExp(starts.join('|'), 'uy');
  }

  /**
   * Finds the first phrase in plain words.
   *
   * @param from offset of a space
   */
  find(words: string, from = 0): PhraseMatch | undefined {
    const first = this.atStart === undefined || from > 0 ? undefined : matchAt(this.atStart, words, 0);
    if (first !== undefined) return first;
    for (let start = from + 1; start < words.length;) {
      const end = words.indexOf(' ', start);
      const pattern = this.patternFor(words.slice(start, end));
      const match = pattern === undefined ? undefined : matchAt(pattern, words, start);
      if (match !== undefined) return match;
      start = end + 1;
    }
    return undefined;
  }

  isIn(words: string): boolean {
    return this.find(words) !== undefined;
  }

  private patternFor(word: string): RegExp | undefined {
    const cached = this.compiled.get(word);
    if (cached !== undefined) return cached;
    const filed = this.byFirstWord.get(word);
    if (filed === undefined) return undefined;
    const pattern = new RegExp(filed.join('|'), 'uy');
    this.compiled.set(word, pattern);
    return pattern;
  }

  /** Indexes the phrase by each of its possible first words. */
  private file(tokens: readonly string[], before: string): void {
    const source = `${before}${this.pattern(tokens)}`;
    for (const word of new Set(this.firstWords(tokens))) {
      const filed = this.byFirstWord.get(word);
      if (filed === undefined) this.byFirstWord.set(word, [source]);
      else filed.push(source);
    }
  }

  private firstWords([first = '', ...rest]: readonly string[]): readonly string[] {
    const words = this.alternatives(first)
      .split('|')
      .map((alternative) => alternative.split(' ', 1)[0] ?? '');
    return first.endsWith('?') ? [...words, ...this.firstWords(rest)] : words;
  }

  private pattern(tokens: readonly string[]): string {
    return tokens.map((token) => this.tokenPattern(token)).join('');
  }

  private tokenPattern(token: string): string {
    if (token === '$') return '$';
    const [kind, size] = [token.slice(0, 1), token.slice(1)];
    const gap = gapWords[kind];
    if (gap !== undefined && size !== '') return `(?:${gap} ){0,${size}}`;
    return `(?:(?:${this.alternatives(token)}) )${token.endsWith('?') ? '?' : ''}`;
  }

  private alternatives(token: string): string {
    return token
      .replace(/\?$/u, '')
      .replaceAll('_', ' ')
      .replaceAll(/<(\w+)>/gu, (_named, name: string) => this.vocabulary[name] ?? '');
  }
}

function matchAt(pattern: RegExp, words: string, start: number): PhraseMatch | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(words);
  return match === null ? undefined : { start, end: start + match[0].length };
}
