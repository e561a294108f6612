import { IIndexService, IContextPacker, type PackProfile, packingBudgetOf } from '@lexichord/abstractions';

import { IndexedWorkspaces } from './test-support/indexed-workspace.js';

const files = {
  'lib/cart.ts': [
    '/** What somebody buys. */',
    'export interface Cart {',
    '  lines: number[];',
    '}',
    '',
    '/** Adds up. */',
    'export function total(cart: Cart): number {',
    '  return cart.lines.length;',
    '}',
    '',
  ].join('\n'),
  'lib/shop.ts': [
    "import { type Cart, total } from './cart.js';",
    '',
    'export function sell(cart: Cart): number {',
    '  return total(cart) + cart.lines.length;',
    '}',
    '',
  ].join('\n'),
};

/** Code that uses what `lib/shop.ts` has. */
const around = {
  'lib/lend.ts': 'export function lend(days: number): number {\n  return days * 2;\n}\n',
  'lib/trades.ts': [
    "import { lend } from './lend.js';",
    "import { sell } from './shop.js';",
    '',
    'export function registerTrades(): unknown[] {',
    '  return [sell({ lines: [1] }), lend(2)];',
    '}',
    '',
  ].join('\n'),
  'lib/shop.spec.ts': [
    "import { sell } from './shop.js';",
    '',
    'export function testSell(): boolean {',
    '  return sell({ lines: [] }) === 0;',
    '}',
    '',
  ].join('\n'),
};

describe('Signatures of what packed code uses', () => {
  const workspaces = new IndexedWorkspaces();

  afterEach(() => workspaces.dispose());

  it('come from the index, by the real parsers', async () => {
    const configuration = { context: { closure: { share: 0.2 } } };
    const runtime = await workspaces.open(await workspaces.folder(files), { configuration });
    await runtime.resolve(IIndexService).update();
    const source = { sourceType: 'open-file', filePath: 'lib/shop.ts', content: files['lib/shop.ts'] } as const;

    const packed = await runtime.resolve(IContextPacker).pack([source], packingBudgetOf(4_000), { task: 'sell' });

    const shown = packed.includedChunks.filter(({ because }) => because?.kind === 'used-by');
    expect(shown.map(({ content }) => content).toSorted()).toEqual([
      'export function total(cart: Cart): number — Adds up.',
      'export interface Cart { lines } — What somebody buys.',
    ]);
    expect(packed.stats.related).toMatchObject({ shown: 2, omitted: { budget: 0 } });
  });

  it.each([
    ['bug-fix', ['test-of', 'caller-of']],
    ['new-feature', ['sibling-of', 'place-of']],
    ['onboarding', ['near']],
  ] as const)('are shown with a profile, and so is what %s wants beside it', async (profile, further) => {
    const runtime = await workspaces.open(await workspaces.folder({ ...files, ...around }));
    await runtime.resolve(IIndexService).update();
    const source = { sourceType: 'open-file', filePath: 'lib/shop.ts', content: files['lib/shop.ts'] } as const;
    const pack = async (options: { profile?: PackProfile }) => {
      const packer = runtime.resolve(IContextPacker);
      const packed = await packer.pack([source], packingBudgetOf(4_000), { task: 'sell', ...options });
      return new Set(packed.includedChunks.flatMap(({ because }) => (because === undefined ? [] : [because.kind])));
    };

    expect(await pack({})).toEqual(new Set());
    expect(await pack({ profile })).toEqual(new Set(['used-by', ...further]));
  });
});
