import fc from 'fast-check';
import { PatternProblem } from './pattern-node.js';
import { PatternScanner, readPattern, type ScannerFrame } from './pattern-scanner.js';
import { ScanGuard } from './scan-guard.js';

function find(source: string, text: string, options: { ignoreCase?: boolean; frame?: ScannerFrame } = {}): string[] {
  const scanner = new PatternScanner([readPattern(source, options.ignoreCase ?? false)], options.frame);
  return [...scanner.scan(text)].map((match) => match.text);
}

function problemOf(source: string): string {
  try {
    readPattern(source, false);
    return 'none';
  } catch (error) {
    return error instanceof PatternProblem ? error.reason : 'another error';
  }
}

describe('PatternScanner', () => {
  it.each([
    ['(?i)go', 'Go gO', ['Go', 'gO']],
    ['a(?i)b', 'aB AB', ['aB']],
    ['(?i:a)b', 'Ab AB', ['Ab']],
    ['(?i)a(?-i)b', 'Ab aB', ['Ab']],
    ['(?i)[b-d]x|(?-i)Y', 'CX Y', ['CX', 'Y']],
    ['(?i)[é]|(?-i)Y', 'É y', ['É']],
    ['(?P<word>\\w+) (?P=word)?', 'x', undefined],
    ['(?P<word>\\w+) \\k<word>', 'the the end', ['the the']],
    ["(?'word'\\w+) \\k'word'", 'the the end', ['the the']],
    ['(a)(b)\\2\\1', 'abba', ['abba']],
    ['a++b', 'aab', ['aab']],
    ['(?>a|ab)c', 'abc ac', ['abc', 'ac']],
    ['a(?# a comment )b', 'ab', ['ab']],
    ['\\Qa.b\\E+', 'a.bb axb', ['a.bb']],
    ['\\Qa.b', 'a.b', ['a.b']],
    ['[[:upper:]]{2}', 'xAB', ['AB']],
    ['[]a]+', ']a[', [']a']],
    ['[^]a]', ']ab', ['b']],
    ['[a\\-c\\]]+', 'a-c]b', ['a-c]']],
    ['[\\d-x]+', '1-x', ['1-x']],
    ['\\p{Greek}+', 'abc αβγ', ['αβγ']],
    ['\\pL+\\PL', 'ab1', ['ab1']],
    ['\\p{^L}', 'a1', ['1']],
    ['\\x41\\x{42}\\u0043', 'ABC', ['ABC']],
    ['\\A\\w+|\\w+\\z', 'one two three', ['one', 'three']],
    ['(?s)a.b', 'a\nb', ['a\nb']],
    ['a.b', 'a\nb', []],
    ['^b$', 'a\nb', ['b']],
    ['(?-m)^b', 'a\nb', []],
    ["\\'\\-\\/\\ \\_", "'-/ _", ["'-/ _"]],
    ['x{2,3}', 'xxxx x', ['xxx']],
    ['x{a}', 'x{a}', ['x{a}']],
    ['(?<=\\s)-\\d+(?!\\d)', 'a -12', ['-12']],
    ['(?<!x)y', 'xy y', ['y']],
    ['a*?b', 'aab', ['aab']],
    ['😀+', '😀😀', ['😀😀']],
    ['[\\b]', '\b', ['\b']],
  ])('understands %s', (source, text, expected) => {
    if (expected === undefined) expect(problemOf(source)).not.toBe('none');
    else expect(find(source, text)).toEqual(expected);
  });

  it.each([
    ['(a', 'a "(" is not closed'],
    ['a)', 'a ")" has no "("'],
    ['[a', 'a "[" is not closed'],
    ['[]', 'a "[" is not closed'],
    ['*a', '"*" has nothing to repeat'],
    ['a**', 'it has two quantifiers in a row'],
    ['^*', 'it repeats something that has no width'],
    ['a\\', 'it ends in a backslash'],
    ['\\y', '"\\y" is not supported'],
    ['\\p{Nope}', '"Nope" is not the name of a Unicode property'],
    ['\\p', '"\\p" lacks the name of a property'],
    ['\\xZZ', '"\\x" is not followed by a hexadecimal number'],
    ['\\x{110000}', '"\\x" is not followed by a hexadecimal number'],
    ['[z-a]', 'a range in a character class runs backwards'],
    ['[a-z-[b]]', 'it takes one character class from another'],
    ['[[:nope:]]', '"[:nope:]" is not a known class'],
    ['[[:constructor:]]', '"[:constructor:]" is not a known class'],
    ['a{3,2}', 'a repetition count runs backwards'],
    ['(?:a{100}){100}', 'it repeats something more than 1000 times'],
    ['\\1', 'it refers back to a group that does not exist'],
    ['\\k<no>', 'it refers back to a group that does not exist'],
    ['(?P<>a)', 'a group has no proper name'],
    ['(?#', 'a comment is not closed'],
    ['(?x)a', '"(?x)" is not supported'],
    [`${'('.repeat(60)}${')'.repeat(60)}`, 'its groups are nested more than 50 deep'],
    ['a'.repeat(10_001), 'it is longer than 10000 characters'],
  ])('says what is wrong with %s', (source, reason) => {
    expect(problemOf(source)).toBe(reason);
  });

  it.each([
    '(a+)+$',
    '(a*)*',
    '(?:\\w+\\s?)+x',
    '((a|b+))*',
    '(?:(?=x)a+)+',
    '(?:a+b*)+',
    '(.*)*',
    '(?i:([A-Z]+[a-z]+)+)',
    '(?:\\w+[a-z]+)+',
  ])('refuses %s, which may never come to an end', (source) => {
    expect(problemOf(source)).toBe('it nests repetitions, which may never come to an end');
  });

  it.each([
    '(?:\\b[A-Z][a-z]+ )+\\(([A-Z]{3,5})\\)',
    '(?:[^\\s,]+,){1,} \\w+',
    '(a+){2}',
    '(?:a|b)+',
    '([A-Z]+[a-z]+){2,}',
    '(?:a+b)+',
  ])('accepts %s, whose repetitions have something firm between them', (source) => {
    expect(problemOf(source)).toBe('none');
  });

  it('knows whole words in any script', () => {
    const frame = { wholeWords: true };

    expect(find('caf', 'café caf', { frame })).toEqual(['caf']);
    expect(find('über', 'darüber über', { frame })).toEqual(['über']);
    expect(find('\\w+', 'naïve straße', { frame })).toEqual(['naïve', 'straße']);
    expect(find('\\W', 'aé1', { frame: { wholeWords: false } })).toEqual([]);
    expect(find('[^\\W]+\\B', 'éa', { frame: { wholeWords: false } })).toEqual(['é']);
  });

  it('tells which alternative matched, the first that fits, also among thousands', () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `w${index}`);
    const scanner = new PatternScanner(
      words.map((word) => readPattern(word, false)),
      { wholeWords: true },
    );

    const found = [...scanner.scan('w999 w0 w401')].map(({ alternative }) => alternative);

    expect(found).toEqual([999, 0, 401]);
  });

  it('finds phrases and patterns alike, whichever begins first', () => {
    const sources = ['set up', 'set \\w+', 'set', '(?i)Straße', 'C++', 'up to', '.net'];
    const scanner = new PatternScanner(
      sources.map((source) => readPattern(source.replaceAll('+', '\\+').replace('w\\+', 'w+'), false)),
      { wholeWords: true },
    );

    const found = scanner.scan('set up, set it, set, STRASSE straße STRAßE C++x upset up to a.net .net');

    expect(found.map(({ alternative, text }) => `${alternative} ${text}`)).toEqual([
      '0 set up',
      '1 set it',
      '2 set',
      '3 straße',
      '3 STRAßE',
      '4 C++',
      '5 up to',
      '6 .net',
    ]);
  });

  it('finds whole words as an expression with their boundaries does', () => {
    const words = fc.array(fc.constantFrom('ab', 'a', 'b c', 'a-b', 'É', 'x.', 'C#', 'İi', 'ΟΣ', 'ab c'), {
      minLength: 1,
      maxLength: 4,
    });
    const parts = fc.constantFrom(
      'a',
      'b',
      'c',
      'A',
      'B',
      ' ',
      '-',
      '.',
      '#',
      'C',
      'é',
      'x',
      'İ',
      'i',
      'ο',
      'ς',
      'σ',
      '😀',
      '_',
      '1',
    );
    const texts = fc.array(parts, { maxLength: 15 }).map((letters) => letters.join(''));
    const quote = (word: string): string => word.replace('.', '\\.');

    fc.assert(
      fc.property(words, texts, fc.boolean(), (list, text, ignoreCase) => {
        const patterns = list.map((word) => readPattern(quote(word), ignoreCase));
        const fast = new PatternScanner(patterns, { wholeWords: true });
        const slow = new PatternScanner([readPattern(`\\b(?:${list.map(quote).join('|')})\\b`, ignoreCase)]);
        return (
          JSON.stringify(fast.scan(text).map((match) => match.text)) ===
          JSON.stringify(slow.scan(text).map((match) => match.text))
        );
      }),
      { numRuns: 300 },
    );
  });

  it('counts captures of its own right beside those of the alternatives', () => {
    const patterns = ['(x)\\1', '(y)(z)\\2', 'q'].map((source) => readPattern(source, false));
    const scanner = new PatternScanner(patterns, { wholeWords: false, before: [readPattern('(-)\\1', false)] });

    expect([...scanner.scan('--xx --yzz --q')].map(({ alternative }) => alternative)).toEqual([0, 1, 2]);
  });

  it('hands out what groups captured when it is asked to', () => {
    const scanner = new PatternScanner([readPattern('(\\w)-(\\w)?', false)], { wholeWords: false, keepCaptures: true });

    expect([...scanner.scan('a-b c-')].map(({ captures }) => captures)).toEqual([['a', 'b'], ['c']]);
  });

  it('leaves out empty matches and does not stop at them', () => {
    expect(find('x*', 'axbxx')).toEqual(['x', 'xx']);
    expect(find('x*', '😀x')).toEqual(['x']);
  });

  it('finds the same in lower case, its fast way, as by the flag of the engine', () => {
    const pieces = fc.constantFrom(
      'a',
      'B',
      'é',
      'Σ',
      'ς',
      'İ',
      '[a-c]',
      '[^B]',
      '\\w',
      '\\b',
      ' ',
      '(x|Y)?',
      '.',
      'k{1,2}',
    );
    const letters = fc.constantFrom(
      'a',
      'A',
      'b',
      'B',
      'é',
      'É',
      'σ',
      'ς',
      'Σ',
      'i',
      'İ',
      'x',
      'Y',
      'k',
      'K',
      ' ',
      '-',
      '😀',
    );
    const texts = fc.array(letters, { maxLength: 20 }).map((parts) => parts.join(''));

    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), texts, (parts, text) => {
        const source = parts.join('');
        const fast = find(source, text, { ignoreCase: true });
        const plain = find(source, text, { ignoreCase: true, frame: { wholeWords: false, keepCaptures: true } });
        return JSON.stringify(fast) === JSON.stringify(plain);
      }),
      { numRuns: 300 },
    );
  });

  it('reads any text as a pattern, or says what is wrong with it', () => {
    const pieces = fc.constantFrom(
      'a',
      'B',
      '(',
      ')',
      '[',
      ']',
      '?',
      '*',
      '+',
      '|',
      '\\',
      '{',
      '}',
      '1',
      ',',
      '-',
      '^',
      '$',
      '.',
      ':',
      'i',
      'P',
      '<',
      '>',
      '=',
      '!',
      '😀',
      'é',
      '\ud800',
      'p',
      'w',
    );
    const patterns = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

    fc.assert(
      fc.property(patterns, fc.boolean(), fc.string({ maxLength: 20 }), (source, ignoreCase, text) => {
        if (problemOf(source) !== 'none') return problemOf(source) !== 'another error';
        const found = new ScanGuard().run('any', () => find(source, `${text}é`, { ignoreCase })) ?? [];
        return found.length <= text.length + 1;
      }),
      { numRuns: 300 },
    );
  });
});
