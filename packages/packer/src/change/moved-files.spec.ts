import type { ISemanticSearchService, SearchHit, WorkspaceChange } from '@lexichord/abstractions';

import { usesOfMoved } from './moved-files.js';

const importers = [
  "import { a } from './cart.js';",
  "import { b } from '../shop/cart';",
  "import c from './cart.service.js';",
  'import { cart } from "./basket.js";',
  '# load the cart from disk',
  'from shop.cart import total',
  'from . import cart',
  'import shop.cart',
  'import cartography',
  'use crate::cart::Total;',
  'import "cart"',
  "import d from './my-cart.js';",
  "import e from './a+b (1).js';",
].join('\n');

const linesFor = async (formerPath: string, path: string): Promise<readonly string[]> => {
  const hit = { filePath: 'src/all.txt', startLine: 1, content: importers } as SearchHit;
  const search = { search: () => Promise.resolve({ hits: [hit] }) } as unknown as ISemanticSearchService;
  const change = { files: [{ path, formerPath, hunks: [] }] } as unknown as WorkspaceChange;
  const lines = importers.split('\n');
  return (await usesOfMoved(change, { search })).map(({ line }) => lines[line - 1] ?? '');
};

describe('usesOfMoved', () => {
  it('finds imports by the end of a path in quotes', async () => {
    expect(await linesFor('src/shop/cart.ts', 'src/shop/basket.ts')).toEqual([
      ...["import { a } from './cart.js';", "import { b } from '../shop/cart';", 'import "cart"'],
    ]);
    expect(await linesFor('src/cart.service.ts', 'src/cart.provider.ts')).toEqual([
      "import c from './cart.service.js';",
    ]);
  });

  it('finds names with signs that mean something in a pattern', async () => {
    expect(await linesFor('src/my-cart.ts', 'src/basket.ts')).toEqual(["import d from './my-cart.js';"]);
    expect(await linesFor('src/a+b (1).ts', 'src/ab.ts')).toEqual(["import e from './a+b (1).js';"]);
    expect(await linesFor('src/my-cart.py', 'src/basket.py')).toEqual([]);
    expect(await linesFor('src/my-cart.rs', 'src/basket.rs')).toEqual([]);
  });

  it('finds those of Python and Rust by the name of the module', async () => {
    expect(await linesFor('shop/cart.py', 'shop/basket.py')).toEqual([
      ...['from shop.cart import total', 'from . import cart', 'import shop.cart'],
    ]);
    expect(await linesFor('src/cart.rs', 'src/basket.rs')).toEqual(['use crate::cart::Total;']);
  });

  it('finds them where a file moves between folders, too', async () => {
    expect(await linesFor('src/shop/cart.ts', 'src/sales/cart.ts')).toContain("import { b } from '../shop/cart';");
  });

  it.each([
    ['.prettierrc', 'prettier.config.json'],
    ['.env.example', 'env.example'],
    ['index.ts', 'main.ts'],
    ['cart.go', 'basket.go'],
  ])('finds nothing for %s, which has no name that is imported', async (formerPath, path) => {
    expect(await linesFor(formerPath, path)).toEqual([]);
  });
});
