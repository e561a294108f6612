import { ErrorCode, tokenEncodings, type TokenEncoding } from '@lexichord/abstractions';
import { get_encoding } from 'tiktoken';
import { BpeTokenCounter, CountCache } from './bpe-token-counter.js';
import { BytePairEncoder } from './byte-pair-encoder.js';

const sample = 'export const greeting = "Hello, world";\n// it’s a 例 with 😀\n';
/** Long enough to be remembered. */
const longText = (seed: string): string => `${seed} ${sample.repeat(20)}`;

describe('BpeTokenCounter', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(tokenEncodings)('T-016 AC-046: counts exactly as the model’s own tokenizer (%s)', (encoding) => {
    const oracle = get_encoding(encoding);
    const counter = new BpeTokenCounter({ encoding });

    expect(counter.countTokens(sample)).toBe(oracle.encode_ordinary(sample).length);
    expect({ encoding: counter.encoding, isEstimate: counter.isEstimate }).toEqual({ encoding, isEstimate: false });
    oracle.free();
  });

  it('AC-047: counts the same text the same every time and in every counter', () => {
    const text = longText('determinism');
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const counts = [
      counter.countTokens(text),
      counter.countTokens(text),
      new BpeTokenCounter({ encoding: 'o200k_base', cacheEnabled: false }).countTokens(text),
      new BpeTokenCounter({ encoding: 'o200k_base', timingMitigation: true }).countTokens(text),
    ];

    expect(new Set(counts).size).toBe(1);
  });

  it('counts headings, fences and separators with the text they surround', () => {
    const oracle = get_encoding('o200k_base');
    const formatted = `### src/a.ts (lines 1-9)\n\`\`\`typescript\n${sample}\`\`\`\n\n---\n\n`;

    expect(new BpeTokenCounter({ encoding: 'o200k_base' }).countTokens(formatted)).toBe(
      oracle.encode_ordinary(formatted).length,
    );
    oracle.free();
  });

  it('T-016 AC-049: is within 1 % of the model’s count, namely equal', () => {
    const oracle = get_encoding('cl100k_base');
    const text = longText('accuracy');

    expect(
      new BpeTokenCounter({ encoding: 'cl100k_base' }).countTokens(text) - oracle.encode_ordinary(text).length,
    ).toBe(0);
    oracle.free();
  });

  it('T-016 AC-050: remembers counts by content', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const counted = jest.spyOn(BytePairEncoder.prototype, 'count');

    counter.countTokens(longText('same'));
    counter.countTokens(longText(['sa', 'me'].join('')));
    counter.countTokens(longText('other'));

    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('counts only what differs when a long text is counted again with a change', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${(index * 7919) % 9_973} of a long text\n`);
    const text = lines.join('');
    const changed = `${text.slice(0, 60_000)}\nan insertion\n${text.slice(60_000)}`;
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const expected = new BpeTokenCounter({ encoding: 'o200k_base', cacheEnabled: false }).countTokens(changed);
    counter.countTokens(text);
    const counted = jest.spyOn(BytePairEncoder.prototype, 'count');

    expect(counter.countTokens(changed)).toBe(expected);
    const units = counted.mock.calls.reduce((sum, [section]) => sum + section.length, 0);
    expect(units).toBeLessThan(text.length / 2);
  });

  it('T-016 AC-051: keys the cache by SHA-256', () => {
    expect(new CountCache(1).keyOf('abc')).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
  });

  it('T-016 AC-052: bounds the cache, to 10,000 texts unless told otherwise', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', maxCacheEntries: 3 });

    for (let i = 0; i < 10; i++) counter.countTokens(longText(String(i)));

    expect(counter.cachedTexts).toBe(3);
    const byDefault = new BpeTokenCounter({ encoding: 'o200k_base' });
    for (let i = 0; i < 10_050; i++) byDefault.countTokens(String(i).padEnd(512));
    expect(byDefault.cachedTexts).toBe(10_000);
  });

  it('T-016 AC-053: forgets the least recently used text first', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', maxCacheEntries: 2 });
    const counted = jest.spyOn(BytePairEncoder.prototype, 'count');

    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) counter.countTokens(longText(name));

    // a, b and c the first time, and b again, which c had pushed out.
    expect(counted).toHaveBeenCalledTimes(4);
  });

  it('AC-054: counts no text as 0', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', safetyFactor: 2 });

    expect(['', null, undefined].map((text) => counter.countTokens(text as string))).toEqual([0, 0, 0]);
    expect(counter.tokenize(undefined as unknown as string)).toEqual([]);
  });

  it.each([undefined, null, '', 'p99k_base', 'toString'])(
    'AC-055: cannot be made without a tokenizer (%s)',
    (encoding) => {
      expect(() => new BpeTokenCounter({ encoding: encoding as TokenEncoding })).toThrow(
        expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
      );
    },
  );

  it.each([{ safetyFactor: 0.9 }, { safetyFactor: Number.NaN }, { maxCacheEntries: 0 }, { maxCacheEntries: 1.5 }])(
    'refuses %j',
    (options) => {
      expect(() => new BpeTokenCounter({ encoding: 'o200k_base', ...options })).toThrow(
        expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
      );
    },
  );

  it('counts special-token strings as ordinary text', () => {
    expect(new BpeTokenCounter({ encoding: 'o200k_base' }).countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('lists the tokens with their bytes', () => {
    const tokens = new BpeTokenCounter({ encoding: 'o200k_base' }).tokenize('hello 例');

    expect(tokens.map(({ id }) => id)).toEqual([24912, 220, 18647]);
    expect(Buffer.concat(tokens.map(({ bytes }) => bytes)).toString()).toBe('hello 例');
  });

  it('T-016 threat 1: accepts a claimed count within 1 %, and at least one token', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const text = 'word '.repeat(500).trim();

    const accepted = [495, 494, 505, 506].map((claimed) => counter.validateCount(text, claimed));

    expect(counter.countTokens(text)).toBe(500);
    expect(accepted).toEqual([true, false, true, false]);
    expect([2, 3, 4, 5, Number.NaN].map((claimed) => counter.validateCount('one two three', claimed))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('T-016 threat 2: counts anew on a hit when timing is to tell nothing', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', timingMitigation: true });
    const counted = jest.spyOn(BytePairEncoder.prototype, 'count');
    const forgotten = jest.spyOn(BytePairEncoder.prototype, 'forgetPieces');

    counter.countTokens(longText('secret'));
    counter.countTokens(longText('secret'));

    expect([counted.mock.calls.length, forgotten.mock.calls.length]).toEqual([2, 2]);
  });

  it('T-016 threat 2: remembers nothing with the cache off', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', cacheEnabled: false });
    const forgotten = jest.spyOn(BytePairEncoder.prototype, 'forgetPieces');

    counter.countTokens(longText('secret'));
    counter.truncateToTokens(longText('secret'), 10);

    expect([counter.cachedTexts, forgotten.mock.calls.length]).toEqual([0, 2]);
  });

  it('scales an estimate up and says so', () => {
    const exact = new BpeTokenCounter({ encoding: 'o200k_base' });
    const estimate = new BpeTokenCounter({ encoding: 'o200k_base', safetyFactor: 1.25 });

    expect(estimate.countTokens(sample)).toBe(Math.ceil(exact.countTokens(sample) * 1.25));
    expect(estimate.isEstimate).toBe(true);
  });
});
