/** Alternatives by the name under which patterns mention them, separated by `|`. */
export type Vocabulary = Readonly<Record<string, string>>;

/**
 * Makes a matcher of a phrase over {@link plainWords}. In a phrase, separated by spaces:
 *
 * - `word`, `this|that`: one of these words; `go_on` is two
 * - `<name>`: one of the vocabulary's alternatives, also among others: `which|<name>`
 * - `word?`: or nothing
 * - `*3`: up to three words of the same clause; `~3`: commas too; `-3`: no negation among them
 * - `^` the beginning, `$` the end of the sentence, `,` a comma
 * - `!`, first: not shortly behind a negation or an "if"
 *
 * Every gap is bounded, so that matching is linear in the sentence's length.
 */
export function compilePhrases(phrases: readonly string[], vocabulary: Vocabulary): RegExp {
  return new RegExp(phrases.map((phrase) => `(?:${compilePhrase(phrase, vocabulary)})`).join('|'), 'u');
}

const gapWords: Readonly<Record<string, string>> = { '*': '[^ ,]+', '~': '[^ ]+', '-': '(?!not |no |nothing )[^ ,]+' };

const negation = ' (?:not|no|never|without|hardly|nor|if) (?:[^ ,]+ ){0,2}';

function compilePhrase(phrase: string, vocabulary: Vocabulary): string {
  const tokens = phrase.split(' ');
  const starts: Readonly<Record<string, string>> = { '^': '^ ', '!': `(?<= )(?<!${negation})` };
  const [first = '', ...rest] = tokens;
  const start = starts[first];
  const words = start === undefined ? tokens : rest;
  return (start ?? '(?<= )') + words.map((token) => compileToken(token, vocabulary)).join('');
}

function compileToken(token: string, vocabulary: Vocabulary): string {
  if (token === '$') return '$';
  const gap = /^(?<kind>[*~-])(?<size>\d+)$/u.exec(token)?.groups;
  if (gap !== undefined) return `(?:${gapWords[gap['kind'] ?? '*'] ?? ''} ){0,${gap['size']}}`;
  const isOptional = token.endsWith('?');
  const alternatives = token
    .replace(/\?$/u, '')
    .replaceAll('_', ' ')
    .replaceAll(/<(\w+)>/gu, (_named, name: string) => vocabulary[name] ?? '');
  return `(?:(?:${alternatives}) )${isOptional ? '?' : ''}`;
}
