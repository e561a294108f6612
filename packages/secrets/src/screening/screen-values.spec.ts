import type { ISecretScanner, SecretFinding } from '@lexichord/abstractions';
import { PatternSecretScanner, RecordingLogger, secretExample } from '@lexichord/testing';
import fc from 'fast-check';

import { SecretScanner } from '../secret-scanner.js';
import { screenValues } from './screen-values.js';

const scanner = new PatternSecretScanner();
const key = 'BEGIN KEY\none\ntwo\nEND KEY';

/** Finds one range in a text that begins in the given way, and nothing in others. */
function finding(start: string, range: Pick<SecretFinding, 'startOffset' | 'endOffset'>): ISecretScanner {
  const found = { rule: 'found', startLine: 1, endLine: 1, ...range };
  return {
    scan: async (text) => {
      const offset = text.indexOf(start);
      const { startOffset, endOffset } = range;
      return offset < 0 ? [] : [{ ...found, startOffset: offset + startOffset, endOffset: offset + endOffset }];
    },
  };
}

describe('screenValues', () => {
  it('replaces secrets in every text of a value, and in names', async () => {
    const value = { a: ['secret:x', 1, null], 'secret:y': { b: key }, c: true };

    expect(await screenValues(value, { scanner })).toEqual({
      value: { a: ['[secret: token]', 1, null], '[secret: token]': { b: '[secret: private-key]' }, c: true },
      rules: ['token', 'private-key'],
    });
  });

  it('keeps every entry of an object whose names are shown alike', async () => {
    const tokens = {
      'secret:b': { owner: 'Bob' },
      'secret:a': { owner: 'Ann' },
      '[secret: token] (2)': { owner: 'Cem' },
    };

    expect((await screenValues({ tokens }, { scanner })).value).toEqual({
      tokens: {
        '[secret: token] (3)': { owner: 'Bob' },
        '[secret: token]': { owner: 'Ann' },
        '[secret: token] (2)': { owner: 'Cem' },
      },
    });
  });

  it('finds what is known for a secret by the name of its setting', async () => {
    const byName = {
      scan: (text: string) => {
        const start = text.indexOf('password: ') + 'password: '.length;
        const finding = { rule: 'setting', startOffset: start, endOffset: start + 4, startLine: 1, endLine: 1 };
        return Promise.resolve(start < 'password: '.length ? [] : [finding]);
      },
    };

    const { value, rules } = await screenValues({ password: 'abcd', note: 'abcd' }, { scanner: byName });

    expect([value, rules]).toEqual([{ password: '[secret: setting]', note: 'abcd' }, ['setting']]);
  });

  it('gives a value without secrets as it is, after one look', async () => {
    const counting = new PatternSecretScanner();
    const value = { a: ['b', { c: 'd' }] };

    expect((await screenValues(value, { scanner: counting })).value).toBe(value);
    expect(counting.scanned).toHaveLength(1);
  });

  it.each([
    ...['SecretAccessKey', 'secretAccessKey', 'awsSecretAccessKey', 'AWSSecretAccessKey', 'secret_access_key'],
    ...['aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY', 'Aws_Secret_Access_Key', 'secretAccess_key'],
  ])('leaves nothing of a key of AWS that is the value of %s', async (name) => {
    const real = new SecretScanner(new RecordingLogger());
    for (let seed = 0; seed < 12; seed += 1) {
      const { values } = secretExample('aws', seed);
      const value = { properties: { [name]: values[0] as string, keys: [{ [name]: [values[0] as string] }] } };

      const { value: screened } = await screenValues(value, { scanner: real });

      expect([seed, screened.properties[name]]).toEqual([seed, expect.stringMatching(/^\[secret: [a-z-]+\]$/u)]);
      expect(JSON.stringify(screened)).not.toContain((values[0] as string).slice(-8));
    }
  });

  it('replaces what it finds by a name that has a secret itself', async () => {
    const real = new SecretScanner(new RecordingLogger());
    const [token, password] = [secretExample('github', 1).text, 'k3J!x9Qz7Lm2'];

    const { value, rules } = await screenValues({ [`${token}_password`]: password }, { scanner: real });

    expect(JSON.stringify(value)).not.toMatch(new RegExp(`${token}|${password}`, 'u'));
    expect(rules).toEqual(['github', 'password-setting']);
  });

  it('replaces what it finds in a value by its name beside what it finds in the value alone', async () => {
    const both: ISecretScanner = {
      scan: async (text, options) => [
        ...(await finding('name: abcd', { startOffset: 0, endOffset: 8 }).scan(text, options)),
        ...(await scanner.scan(text)),
      ],
    };

    const { value, rules } = await screenValues({ name: 'abcd secret:x' }, { scanner: both });

    expect([value, rules]).toEqual([{ name: '[secret: found]cd [secret: token]' }, ['token', 'found']]);
  });

  it('leaves nothing of a value that a finding reaches into, wherever the finding begins', async () => {
    const [name, value] = ['name', 'ABCDEFGHIJ'];
    const before = `${name}: `;
    const letters = Array.from(value);
    const offset = fc.nat({ max: before.length + value.length });
    await fc.assert(
      fc.asyncProperty(offset, offset, async (one, other) => {
        const [startOffset, endOffset] = [Math.min(one, other), Math.max(one, other)];
        fc.pre(startOffset < endOffset);

        const { value: screened } = await screenValues(
          { [name]: value },
          { scanner: finding(before + value, { startOffset, endOffset }) },
        );

        const isSecret = (letter: string): boolean => {
          const place = before.length + value.indexOf(letter);
          return startOffset <= place && place < endOffset;
        };
        const left = letters.filter((letter) => screened[name]?.includes(letter) === true);
        expect(left).toEqual(letters.filter((letter) => !isSecret(letter)));
      }),
    );
  });
});
