import { jest } from '@jest/globals';
import fc from 'fast-check';

import type { ParseLimits } from '../../worker/parse-protocol.mjs';
import { grammarRequestOf } from '../languages/compile-language.js';
import { rulesFor } from '../languages/language-catalog.js';
import type { LanguageRules } from '../languages/language-rules.js';
import { ParserPool, type PoolRequest } from './parser-pool.js';
import { ParserThread } from './parser-thread.js';
import { TextParser, type TextToParse } from './text-parser.js';

const limits: ParseLimits = {
  maxSteps: 8_000,
  maxTimeMs: 5_000,
  maxDepth: 500,
  openFunctions: 300,
  openOthers: 90,
};

function toParse(content: string, language: string, given: Partial<ParseLimits> = {}): TextToParse {
  const rules = rulesFor(language, content) as LanguageRules;
  return { content, grammar: grammarRequestOf(rules), topLevel: rules.topLevel, limits: { ...limits, ...given } };
}

/** A pool that remembers what it is asked for. */
class RecordingPool extends ParserPool {
  readonly requests: PoolRequest[] = [];

  override parse(request: PoolRequest): ReturnType<ParserPool['parse']> {
    this.requests.push(request);
    return super.parse(request);
  }
}

const definitions: Readonly<Record<string, (index: number) => string>> = {
  typescript: (index) =>
    `/** About f${index}. */\nexport function f${index}(a: number): number {\n  return a + ${index};\n}\n\n`,
  tsx: (index) => `export const C${index} = () => {\n  return <b>{${index}}</b>;\n};\n\n`,
  javascript: (index) => `class C${index} {\n  m() {\n    return "😀${index}";\n  }\n}\n\n`,
  python: (index) => `@dec(${index})\ndef f${index}(a):\n    """About it."""\n    return a\n\n\n`,
  go: (index) => `// About F${index}.\nfunc F${index}(a int) int {\n\treturn a\n}\n\n`,
  rust: (index) => `#[inline]\npub fn f${index}(a: u32) -> u32 {\n    a + ${index}\n}\n\n`,
};

const repeated = (language: string, count = 20): string =>
  Array.from({ length: count }, (_, index) => definitions[language]?.(index)).join('');

describe('TextParser', () => {
  const pool = new RecordingPool({ usual: 1, extended: 2 });
  const parser = new TextParser(pool, 300);

  beforeEach(() => {
    pool.requests.length = 0;
  });

  afterAll(() => parser.dispose());

  /** What comes of it as a whole. */
  const whole = (text: TextToParse): ReturnType<ParserPool['parse']> => parser.parse({ ...text, topLevel: undefined });
  const contents = (): readonly string[] => pool.requests.map(({ content }) => content);

  it.each(Object.keys(definitions))('gives the same nodes of %s in pieces as in one', async (language) => {
    const text = toParse(repeated(language, 60), language);

    const outcome = await parser.parse(text);

    expect(pool.requests.length).toBe(4);
    expect(contents().join('')).toBe(text.content);
    expect(outcome.kind).toBe('parsed');
    expect(outcome).toEqual(await whole(text));
  });

  it('gives the same nodes for any text, and parses it once if there is no border', async () => {
    const odd = fc.constantFrom(
      ...['const a = `\n', '`;\n', '/*\n', '*/\n', '({\n', '});\n', '}\n', 'class A {\n', '@dec()\n', ';\n'],
      ...['x = async\n', 'x = async // }\n', 'const b = 1;\n\n', 'export class B {}\n', '#!/bin/sh\n'],
    );
    const usual = fc.nat(99).map((index) => definitions['typescript']?.(index) ?? '');
    const fragment = fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
    const texts = fc.array(fragment, { minLength: 5, maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, async (content) => {
        const text = toParse(content, 'typescript');

        expect(await parser.parse(text)).toEqual(await whole(text));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['a template literal', 'typescript', ['const a = `\n', '`;\n']],
    ['a block comment', 'typescript', ['/*\n', '*/\n']],
    ['a namespace', 'typescript', ['namespace A {\n', '}\n']],
    ['brackets', 'javascript', ['call(async () => {\n', '});\n']],
    ['a triple-quoted string', 'python', ['a = """\n', '"""\n']],
    ['a raw string', 'go', ['var a = `\n', '`\n']],
    ['a macro', 'rust', ['a! {\n', '}\n']],
    ['a nested comment', 'rust', ['/* /* */\n', '*/\n']],
  ])('parses a text as a whole whose borders are in %s', async (_what, language, [open, close]) => {
    const text = toParse(`${open}${repeated(language)}${close}`, language);

    const outcome = await parser.parse(text);

    expect(contents().filter((content) => content === text.content)).toHaveLength(1);
    expect(pool.requests.length).toBeGreaterThan(1);
    expect(outcome.kind).toBe('parsed');
    expect(outcome).toEqual(await whole(text));
  });

  it('parses a text with a syntax error as a whole, and gives up the pieces that wait', async () => {
    const text = toParse(`let = = ;\n${repeated('typescript')}`, 'typescript');

    const outcome = await parser.parse(text);

    expect(contents().at(-1)).toBe(text.content);
    expect(outcome).toEqual(await whole(text));
    const last = pool.requests[4];
    expect(last?.limits.maxSteps).toBe(limits.maxSteps);
    expect(last?.limits.stopsAtError).toBeUndefined();
    expect(last?.limits.maxTimeMs).toBeLessThanOrEqual(limits.maxTimeMs);
    expect(pool.requests[3]?.signal?.aborted).toBe(true);
  });

  it('T-016 threat 3: gives each piece its share of the limits', async () => {
    await parser.parse(toParse(repeated('typescript'), 'typescript'));

    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(pool.requests.map((request) => request.limits.maxTimeMs))).toBeCloseTo(limits.maxTimeMs);
    const steps = sum(pool.requests.map((request) => request.limits.maxSteps));
    expect(steps).toBeGreaterThanOrEqual(limits.maxSteps);
    expect(steps).toBeLessThan(limits.maxSteps + 4);
  });

  it('T-016 threat 3: ends a text that takes too many steps, whichever of its pieces it is', async () => {
    const content = `${repeated('typescript')}export const a = [${'1,'.repeat(4_000)}];\n${repeated('typescript', 200)}`;

    const some = await parser.parse(toParse(content, 'typescript', { maxSteps: 40 }));
    const enough = await parser.parse(toParse(content, 'typescript', { maxSteps: 2_000 }));

    expect(some.kind).toBe('timeout');
    expect(enough).toEqual(await whole(toParse(content, 'typescript')));
  });

  it('T-016 threat 3: finds what is nested too deep, in a piece or not', async () => {
    const deep = `export const a = ${'['.repeat(60)}${']'.repeat(60)};\n`;
    const text = toParse(`${repeated('typescript')}${deep}${repeated('typescript')}`, 'typescript', { maxDepth: 50 });

    expect(await parser.parse(text)).toEqual({ kind: 'too-deep' });
  });

  it('ends at disposal while pieces are parsed, starts no thread then, and parses again', async () => {
    const text = toParse(repeated('typescript'), 'typescript');
    const run = jest.spyOn(ParserThread.prototype, 'run');
    const pending = parser.parse(text);
    const begun = run.mock.calls.length;

    await parser.dispose();

    expect(await pending).toEqual({ kind: 'killed' });
    expect(run.mock.calls.length).toBe(begun);
    run.mockRestore();
    expect((await parser.parse(text)).kind).toBe('parsed');
  });
});

describe('ParserPool', () => {
  const request = (given: Partial<PoolRequest> = {}): PoolRequest => {
    const { content, grammar } = toParse('const a = 1;\n', 'typescript');
    return { content, grammar, limits, hardLimitMs: 10_000, ...given };
  };
  /** More than a thread takes besides another text. */
  const long = 'const a = 1;\n'.repeat(15_000);
  let pool: ParserPool;
  let run: jest.SpiedFunction<ParserThread['run']>;

  beforeEach(() => {
    pool = new ParserPool({ usual: 1, extended: 2 });
    run = jest.spyOn(ParserThread.prototype, 'run');
  });

  afterEach(async () => {
    run.mockRestore();
    await pool.dispose();
  });

  const threadsUsed = (): number => new Set(run.mock.contexts).size;

  it('T-016 NFR-016-11: uses further threads for what is urgent only', async () => {
    await Promise.all([pool.parse(request()), pool.parse(request()), pool.parse(request())]);
    expect(threadsUsed()).toBe(1);

    await Promise.all([pool.parse(request()), pool.parse(request()), pool.parse(request({ isUrgent: true }))]);
    expect(threadsUsed()).toBe(2);
  });

  it('hands small texts over to a busy thread, and large ones one after the other', async () => {
    const small = [request(), request(), request()];
    const parsing = small.map((text) => pool.parse(text));
    expect(run).toHaveBeenCalledTimes(3);
    await Promise.all(parsing);

    const large = [request({ content: long }), request({ content: long })];
    const waiting = large.map((text) => pool.parse(text));
    expect(run).toHaveBeenCalledTimes(4);
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['parsed', 'parsed']);
    expect(threadsUsed()).toBe(1);
  });

  it('hands no small text over before a large one that waits', async () => {
    const ended: string[] = [];
    const parse = async (what: string, content: string): Promise<void> => {
      await pool.parse(request({ content }));
      ended.push(what);
    };

    await Promise.all([parse('first', long), parse('large', long), parse('small', 'const a = 1;\n')]);

    expect(ended).toEqual(['first', 'large', 'small']);
  });

  it('gives up what waits once it is aborted, and nothing else', async () => {
    const abort = new AbortController();
    const first = pool.parse(request({ content: long }));
    const useless = pool.parse(request({ content: long, signal: abort.signal }));
    const last = pool.parse(request());
    abort.abort();

    expect((await Promise.all([first, useless, last])).map(({ kind }) => kind)).toEqual(['parsed', 'killed', 'parsed']);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
