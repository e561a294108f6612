import { deflateRawSync } from 'node:zlib';

import type { FileSymbols } from '@lexichord/abstractions';

import { decodeSymbols, encodeSymbols } from './symbol-row.js';

const symbols: FileSymbols = {
  definitions: [
    { name: 'Cart', kind: 'class', parent: undefined, startLine: 1, endLine: 9 },
    { name: 'total', kind: 'method', parent: 0, startLine: 2, endLine: 4 },
  ],
  imports: [{ local: 'tax', imported: 'default', module: './tax.js' }],
  exports: [
    { exported: '*', local: '*', module: './all.js' },
    { exported: 'default', local: 'Cart', module: undefined },
  ],
  uses: [
    { owner: 1, name: 'tax', receiver: undefined, lines: [3] },
    { owner: undefined, name: 'run', receiver: '', lines: [11, 12] },
  ],
  package: 'shop',
};

const encoded = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64');

describe('the symbols of a file in a table', () => {
  it('come back as they were', () => {
    expect(decodeSymbols(encodeSymbols(symbols))).toEqual(symbols);
    expect(decodeSymbols(encodeSymbols({ ...symbols, package: undefined }))?.package).toBeUndefined();
  });

  it.each([
    ['no base64 of anything', 'hello'],
    ['nothing', ''],
    ['no array', encoded({})],
    ['too few parts', encoded([[]])],
    ['a parent that follows', encoded([[['a', 0, 0, 1, 1]], [], [], [], 0])],
    ['a kind that there is not', encoded([[['a', 99, -1, 1, 1]], [], [], [], 0])],
    ['a line before the first', encoded([[['a', 0, -1, 0, 1]], [], [], [], 0])],
    ['a name that is none', encoded([[[1, 0, -1, 1, 1]], [], [], [], 0])],
    ['a long name', encoded([[['a'.repeat(1_001), 0, -1, 1, 1]], [], [], [], 0])],
    ['an owner that there is not', encoded([[], [], [], [[0, 'a', 0, 1]], 0])],
    ['a line that is no number', encoded([[], [], [], [[-1, 'a', 0, 1.5]], 0])],
    ['an import that is none', encoded([[], ['a'], [], [], 0])],
    ['more than it says', encoded('x'.repeat(17_000_000))],
  ])('are refused when somebody has changed them: %s', (_, text) => {
    expect(decodeSymbols(text)).toBeUndefined();
  });
});
