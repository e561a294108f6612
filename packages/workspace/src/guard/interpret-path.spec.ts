import fc from 'fast-check';

import { interpretPath } from './interpret-path.js';

const roots = ['/work', '/link-to-work'];

describe('interpretPath', () => {
  it('reads a path as it reads the same one from the current folder, which has to be resolved', () => {
    const names = fc.string({ unit: fc.constantFrom('a', 'Ü', '.', ' ', '-'), maxLength: 3 });
    const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

    fc.assert(
      fc.property(
        paths.filter((path) => !path.startsWith('/')),
        (path) => {
          expect(interpretPath(path, roots)).toEqual(interpretPath(`./${path}`, roots));
        },
      ),
    );
  });

  it.each([
    ['src/tax.ts', 'src/tax.ts'],
    ['src/', 'src'],
    ['src//tax.ts', 'src/tax.ts'],
    ['src/.hidden/../tax.ts', 'src/tax.ts'],
    ['/work/src/tax.ts', 'src/tax.ts'],
    ['/link-to-work/src', 'src'],
  ])('has %j inside, as %j', (path, relativePath) => {
    expect(interpretPath(path, roots)).toEqual({ kind: 'inside', relativePath });
  });

  it.each(['../tax.ts', 'src/../../tax.ts', 'C:\\tax.ts', 'c:/tax.ts', 'src\\..\\..\\tax.ts', 'tax\0.ts'])(
    'denies %j',
    (path) => {
      expect(interpretPath(path, roots)).toMatchObject({ kind: 'denied' });
    },
  );
});
