import { toProseText } from '../prose/prose-text.js';
import { PatternEngine, type PatternLimits } from './pattern-engine.js';
import { PatternScanner } from './pattern-scanner.js';

const limits: PatternLimits = {
  maxTotalSize: 10_000,
  maxPatterns: 1_000,
  maxStepsPerCount: 100_000,
  maxStepsPerText: 250_000,
};

/** A count of what `source` finds in `text`. */
function counter(engine: PatternEngine, source: string, text: string): () => number {
  const scanner = PatternScanner.of([engine.readPattern(source, false)], engine);
  return () => scanner.scan(text).length;
}

const line = 'a'.repeat(10_000);

describe('PatternEngine', () => {
  it('returns what the work returns', () => {
    const engine = new PatternEngine();

    expect(engine.run('one', counter(engine, 'a', 'banana'))).toBe(3);
    expect(engine.problems).toEqual([]);
  });

  it.each(['(a+)+$', '(?:a|a|aa)+$', '(a*)*b', '(.*)*', '(?:\\w+\\s?)+x', '((a|b+))*c', '(.*)(.*)(.*)(.*)[xy]'])(
    'comes to an end with %s, for which engines that go back take for ever',
    (source) => {
      const engine = new PatternEngine();

      expect(engine.run('one', counter(engine, source, `${line}!`))).toBeDefined();
      expect(engine.problems).toEqual([]);
    },
  );

  it.each([
    ['(a{1000}){1000}', 'it is larger than 5000 instructions'],
    ['(?:(?:a{10}){10}){100}', 'it is larger than 5000 instructions'],
    ['a{1000}'.repeat(6), 'it is larger than 5000 instructions'],
    ['a{1001}', 'invalid repeat count'],
    ['(a{1,50}){1,50}', 'invalid repeat count'],
  ])('refuses %s before it takes memory', (source, reason) => {
    expect(() => new PatternEngine().readPattern(source, false)).toThrow(reason);
  });

  it('refuses patterns that are too large together, but no words', () => {
    const engine = new PatternEngine(limits);
    for (let index = 0; index < 9; index += 1) engine.readPattern('word '.repeat(1_000), false);
    for (let index = 0; index < 9; index += 1) engine.readPattern(`[a${index}]{1000}`, false);

    expect(() => engine.readPattern('[b]{1000}', false)).toThrow('all patterns together are too large');
  });

  it('refuses words, too, when there are too many of them', () => {
    const engine = new PatternEngine(limits);
    for (let index = 0; index < 1_000; index += 1) engine.readPattern(`word${index}`, false);

    expect(() => engine.readPattern('word', false)).toThrow('there are more than 1000 patterns');
  });

  it('counts looking for words as work, in many short texts and in a long one', () => {
    const engine = new PatternEngine(limits);
    const words = Array.from({ length: 300 }, (_, index) => engine.readPattern(`word${index}`, false));
    const scanner = PatternScanner.of(words, engine);
    const scanBlocks = (count: number) => () => Array.from({ length: count }, () => scanner.matches('b')).length;
    const prose = toProseText('A text without any of them. '.repeat(2_000));

    expect(engine.run('short', scanBlocks(100))).toBe(100);
    expect(engine.run('many', scanBlocks(200))).toBeUndefined();
    engine.beginText();
    expect(engine.run('long', () => scanner.matches(prose.raw))).toBeUndefined();
    expect(engine.run('prose', () => scanner.within({ ...prose, words: prose.raw }))).toBeUndefined();
  });

  it('looks for equal patterns once', () => {
    const engine = new PatternEngine(limits);
    const scanner = PatternScanner.of(
      Array.from({ length: 900 }, () => engine.readPattern('a', false)),
      engine,
    );

    const count = (): number => Array.from({ length: 500 }, () => scanner.scan('a b a')).flat().length;
    expect(engine.run('equal', count)).toBe(1_000);
  });

  it('stops a rule whose patterns are too much work, and does not start it again', () => {
    const engine = new PatternEngine(limits);
    const count = counter(engine, '[^b]{50}c?', line);

    expect(engine.run('slow', count)).toBeUndefined();
    engine.beginText();

    expect(engine.run('slow', () => 1)).toBeUndefined();
    expect(engine.run('other', counter(engine, 'a', 'a'))).toBe(1);
    expect(engine.problems).toEqual([
      'slow is no longer counted: its patterns take too long on one text; simplify them.',
    ]);
  });

  it('knows that many matches can take the square of the time of one', () => {
    const engine = new PatternEngine(limits);

    // Behind each "a" it looks for the "x" to the end of the line.
    expect(engine.run('square', counter(engine, 'a[^x]*x|a', 'a'.repeat(2_000)))).toBeUndefined();
    expect(engine.run('once', counter(engine, 'a[^x]*x|a', `${'a'.repeat(2_000)}x`))).toBe(1);
  });

  it('counts nothing any more once a text was too much work, whichever comes then', () => {
    const engine = new PatternEngine(limits);
    const text = 'a'.repeat(1_000);
    for (const owner of ['b', 'c', 'd', 'e', 'f']) engine.run(owner, counter(engine, `[${owner}-z]{50}[yz]`, text));
    engine.beginText();

    expect(engine.run('g', counter(engine, 'a', 'a'))).toBeUndefined();
    expect(engine.problems.at(-1)).toBe('g is no longer counted: all patterns together take too long on one text.');
  });

  it('keeps some hundred compiled patterns, and lets the oldest go for the next', () => {
    // Compiling takes 560 steps, and matching 280.
    const engine = new PatternEngine({ ...limits, maxStepsPerCount: 1_000, maxStepsPerText: Infinity });
    const count = counter(engine, '[a-z]{20}[yz]', 'a'.repeat(10));
    const other = counter(engine, '[a-y]{20}[yz]', 'a'.repeat(10));
    const recount = (): number => count() + other() + count();

    expect(engine.run('compiling', count)).toBe(0);
    expect(engine.run('compiling', other)).toBe(0);
    expect(engine.run('kept', recount)).toBe(0);
    for (let code = 0x1000; code < 0x1000 + 400; code += 1) {
      engine.run('others', counter(engine, `[a-z\\x{${code.toString(16)}}]`, 'a'));
    }
    expect(engine.run('compiling again', recount)).toBeUndefined();
  });

  it('begins each text anew', () => {
    const engine = new PatternEngine(limits);
    const count = counter(engine, 'a[b-z]{20}', 'a '.repeat(1_000));

    for (let text = 0; text < 20; text += 1) {
      engine.beginText();
      expect(engine.run('one', count)).toBe(0);
    }
  });

  it('rethrows what is no problem of a pattern', () => {
    const failure = new RangeError('ours');

    expect(() =>
      new PatternEngine().run('one', () => {
        throw failure;
      }),
    ).toThrow(failure);
  });
});
