import fc from 'fast-check';
import { compilePattern } from './compile-pattern.js';
import { PatternEngine } from './pattern-engine.js';
import { PatternProblem } from './pattern-problem.js';
import { PatternScanner, type ScannerFrame } from './pattern-scanner.js';
import { readPattern, type TextPattern } from './text-pattern.js';

function find(source: string, text: string, options: { ignoreCase?: boolean; frame?: ScannerFrame } = {}): string[] {
  const scanner = aScanner([readPattern(source, options.ignoreCase ?? false)], options.frame);
  return scanner.scan(text).map((match) => match.text);
}

function aScanner(patterns: readonly TextPattern[], frame?: ScannerFrame): PatternScanner {
  return PatternScanner.of(patterns, new PatternEngine(), frame);
}

function problemOf(source: string): string {
  try {
    return readPattern(source, false).foreign ?? 'none';
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
    ['\\Qa.b\\E+', 'a.bb axb', ['a.bb']],
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
    ['(?<=\\s)-\\d+', 'a -12', ['-12']],
    ['[^x]\\u0301', 'é', ['é']],
    ['(?P<word>a)b|(?<other>c)', 'ab c', ['ab', 'c']],
    ['(?<!x)y', 'xy y', ['y']],
    ['a*?b', 'aab', ['aab']],
    ['😀+', '😀😀', ['😀😀']],
  ])('understands %s', (source, text, expected) => {
    expect(find(source, text)).toEqual(expected);
  });

  it.each([
    ['(a', 'missing closing )'],
    ['a)', 'unexpected )'],
    ['[a', 'missing closing ]'],
    ['*a', 'missing argument to repetition operator'],
    ['a**', 'invalid nested repetition operator'],
    ['a\\', 'trailing backslash at end of expression'],
    ['\\y', 'invalid escape sequence'],
    ['\\p{Nope}', 'invalid character class range'],
    ['[z-a]', 'invalid character class range'],
    ['[[:constructor:]]', 'invalid character class range'],
    ['a{3,2}', 'invalid repeat count'],
    ['(?<=(a))b', 'invalid capture in lookbehind'],
    ['(?P<>a)', 'invalid named capture'],
    ['\\Qa.E', 'a "\\Q" has no "\\E"'],
    ['(?x)a', 'invalid or unsupported Perl syntax'],
    [`${'('.repeat(60)}${')'.repeat(60)}`, 'its groups are nested more than 50 deep'],
    ['a'.repeat(10_001), 'it is longer than 10000 characters'],
  ])('says what is wrong with %s', (source, reason) => {
    expect(problemOf(source)).toBe(reason);
  });

  it.each([
    ['it is(?!\\.)', 'look-ahead'],
    ['it(?= is)', 'look-ahead'],
    ['(\\w+) \\1', 'back references'],
    ['(?P<word>\\w+) (?P=word)', 'back references'],
    ['(?<word>\\w+) \\k<word>', 'back references'],
    ['(?>a|ab)c', 'atomic groups'],
    ['a++b', 'possessive repetitions'],
    ['a(?# a comment )b', 'comments in patterns'],
    ["(?'word'\\w+)", 'group names in quotation marks'],
    ['[a-z-[b]]', 'subtraction of character classes'],
    ['[\\w-[b]]', 'subtraction of character classes'],
  ])('knows that RE2 cannot match %s, and finds nothing by it', (source, feature) => {
    expect(problemOf(source)).toBe(feature);
    expect(find(source, 'it is the the abc aab ab b')).toEqual([]);
  });

  it('knows whole words in any script', () => {
    const frame = { wholeWords: true };

    expect(find('caf', 'café caf', { frame })).toEqual(['caf']);
    expect(find('über', 'darüber über', { frame })).toEqual(['über']);
    expect(find('\\w+', 'naïve straße', { frame })).toEqual(['naïve', 'straße']);
    expect(find('\\W', 'aé1', { frame: { wholeWords: false } })).toEqual([]);
    expect(find('\\bé\\b', 'éa é', {})).toEqual(['é']);
    expect(find('log\\s+in', 'log\u00a0in', {})).toEqual(['log\u00a0in']);
    expect(find('[\\w-]+', 'é-é é', {})).toEqual(['é-é', 'é']);
    expect(find('(?:log|login)', 'login: é log', { frame })).toEqual(['login', 'log']);
    expect(find('(\\w)(?:é|éa)', 'xéa yé', { frame })).toEqual(['xéa', 'yé']);
  });

  it('tells which alternative matched, the first that fits, also among thousands', () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `w${index}`);
    const scanner = aScanner(
      words.map((word) => readPattern(word, false)),
      { wholeWords: true },
    );

    const found = [...scanner.scan('w999 w0 w401')].map(({ alternative }) => alternative);

    expect(found).toEqual([999, 0, 401]);
  });

  it('finds phrases and patterns alike, whichever begins first', () => {
    const sources = ['set up', 'set \\w+', 'set', '(?i)Straße', 'C++', 'up to', '.net'];
    const scanner = aScanner(
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

  it('finds whole words in any script, as an expression with their boundaries does', () => {
    const words = fc.array(fc.constantFrom('ab', 'a', 'b c', 'a-b', 'É', 'x.', 'C#', 'İi', 'ΟΣ', 'ab c'), {
      minLength: 1,
      maxLength: 4,
    });
    const texts = textsOf('abcAB -.#Céxİiοςσ😀_1');
    const word = String.raw`[\p{L}\p{M}\p{N}_]`;
    const edge = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;

    fc.assert(
      fc.property(words, texts, fc.boolean(), (list, text, ignoreCase) => {
        const patterns = list.map((each) => readPattern(each.replace('.', '\\.'), ignoreCase));
        const choice = list.map((each) => each.replace('.', '\\.')).join('|');
        const expected = text.matchAll(new RegExp(`${edge}(?:${choice})${edge}`, ignoreCase ? 'giu' : 'gu'));

        expect(
          aScanner(patterns, { wholeWords: true })
            .scan(text)
            .map((match) => match.text),
        ).toEqual([...expected].map(([found]) => found));
      }),
      { numRuns: 300 },
    );
  });

  it('passes over no match by looking for the words that a match must have', () => {
    const pieces = fc.constantFrom(
      ...[
        'a',
        'B',
        'ab',
        'Σ',
        'ß',
        'k',
        '[a-c]',
        '(a|Bc)',
        '(?:ab|b)',
        '(?i)',
        '?',
        '*',
        '+',
        '{2}',
        '{0,1}',
        '|',
        '.',
        ' ',
      ],
    );
    const patterns = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

    fc.assert(
      fc.property(patterns, textsOf('aabbcABK ςσΣkK\u212aſsßẞ'), fc.boolean(), (source, text, ignoreCase) => {
        fc.pre(problemOf(source) === 'none');
        const all = [...compilePattern({ source, ignoreCase }).matchAll(text)].map(([found]) => found);

        expect(find(source, text, { ignoreCase })).toEqual(all.filter((found) => found !== ''));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes a repetition behind flags for one of what stands before them, as RE2 does', () => {
    expect(find('a(?i)?.', 'k')).toEqual(['k']);
    expect(find('ab(?i){0,1}K', 'ak')).toEqual(['ak']);
  });

  it('finds whole words that end in a mark beside letters beyond ASCII', () => {
    const scanner = aScanner([readPattern('C#', false), readPattern('ab', false)], { wholeWords: true });

    expect(scanner.scan('İ.C#a').map(({ text }) => text)).toEqual(['C#']);
  });

  it('finds alternatives behind what must stand before them', () => {
    const patterns = ['(x)x', '(y)(z)', 'q'].map((source) => readPattern(source, false));
    const scanner = aScanner(patterns, { wholeWords: false, before: [readPattern('(-)-', false)] });

    expect([...scanner.scan('--xx --yzz --q')].map(({ alternative }) => alternative)).toEqual([0, 1, 2]);
  });

  it('hands out what groups captured', () => {
    const scanner = aScanner([readPattern('(\\w)-(\\w)?', false)]);

    expect([...scanner.scan('a-b c-')].map(({ captures }) => captures)).toEqual([['a', 'b'], ['c']]);
  });

  it('leaves out empty matches and does not stop at them', () => {
    expect(find('x*', 'axbxx')).toEqual(['x', 'xx']);
    expect(find('x*', '😀x')).toEqual(['x']);
  });

  it('reads any text as a pattern, or says what is wrong with it', () => {
    const patterns = fc.array(fc.constantFrom(...Array.from('aB()[]?*+|\\{}1,-^$.:iP<>=!😀épw\ud800#QE0')), {
      maxLength: 14,
    });

    fc.assert(
      fc.property(patterns, fc.boolean(), fc.string({ maxLength: 20 }), (points, ignoreCase, text) => {
        const source = points.join('');
        fc.pre(problemOf(source) === 'none');

        expect(find(source, `${text}é`, { ignoreCase }).length).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: 500 },
    );
  });
});

function textsOf(characters: string): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...Array.from(characters)), { maxLength: 15 }).map((parts) => parts.join(''));
}
