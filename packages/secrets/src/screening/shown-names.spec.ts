import { PatternSecretScanner } from '@lexichord/testing';
import fc from 'fast-check';

import { screenNames } from './shown-names.js';

const scanner = new PatternSecretScanner();

describe('screenNames', () => {
  it('replaces secrets in names, and gives others as they are', async () => {
    const names = await screenNames(['src/secret:a.ts', 'src/b.ts'], scanner);

    expect(['src/secret:a.ts', 'src/b.ts', 'unknown'].map((name) => names.of(name))).toEqual([
      'src/[secret: token].ts',
      'src/b.ts',
      'unknown',
    ]);
    expect(names.secretsIn('src/secret:a.ts', 'here')).toEqual([{ rule: 'token', place: 'here' }]);
    expect([names.isChanged, names.secretsIn('src/b.ts', 'here')]).toEqual([true, []]);
    expect((await screenNames(['src/b.ts'], scanner)).isChanged).toBe(false);
  });

  it('replaces a name at the beginning of a text', async () => {
    const names = await screenNames(['secret:a.ts'], scanner);

    expect(names.startOf('secret:a.ts:1-2@00000000', 'secret:a.ts')).toBe('[secret: token].ts:1-2@00000000');
    expect(names.startOf('b.ts:1', 'b.ts')).toBe('b.ts:1');
  });

  it('numbers those that would be shown alike, and takes no name that another has', async () => {
    const given = ['secret:b', 'secret:c', '[secret: token]', 'secret:a', '[secret: token] (3)'];

    const names = await screenNames(given, scanner);

    expect(given.map((name) => names.of(name))).toEqual([
      '[secret: token] (4)',
      '[secret: token] (5)',
      '[secret: token]',
      '[secret: token] (2)',
      '[secret: token] (3)',
    ]);
  });

  it('shows what was shown before in the same way', async () => {
    const known = await screenNames(['secret:b'], scanner);

    const names = await screenNames(['secret:a', 'c'], scanner, { previous: known });

    expect(['secret:a', 'secret:b'].map((name) => names.of(name))).toEqual(['[secret: token] (2)', '[secret: token]']);
    expect(names.originalOf('[secret: token]')).toBe('secret:b');
  });

  it('shows no two names alike, whatever their order, and knows each again', async () => {
    const part = fc.constantFrom('a', 'secret:x', 'secret:y', '/', ' (2)', '[secret: token]', '.');
    const name = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), async (given) => {
        const names = await screenNames(given, scanner);
        const shown = given.map((one) => names.of(one));

        expect(new Set(shown).size).toBe(given.length);
        expect(shown.map((one) => names.originalOf(one))).toEqual(given);
        const turned = await screenNames(given.toReversed(), scanner);
        expect(given.map((one) => turned.of(one))).toEqual(shown);
        for (const one of shown) expect(one).not.toMatch(/secret:[xy]/u);
      }),
    );
  });
});
