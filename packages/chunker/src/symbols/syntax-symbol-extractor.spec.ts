import type { FileSymbols } from '@lexichord/abstractions';

import { TestChunker } from '../test-support/a-chunker.js';
import { SyntaxSymbolExtractor } from './syntax-symbol-extractor.js';

describe('SyntaxSymbolExtractor', () => {
  const test = new TestChunker();
  const extractor = new SyntaxSymbolExtractor(test.trees);

  afterAll(() => test.dispose());

  const extract = async (content: string, language: string, filePath = 'src/file'): Promise<FileSymbols> => {
    const symbols = await extractor.extract({ filePath, content, language });
    if (symbols === undefined) throw new TypeError(`There are no symbols of ${language}.`);
    return symbols;
  };

  /** A line for each name: who uses it, the receiver, the name, the lines. */
  const usesIn = ({ definitions, uses }: FileSymbols): readonly string[] =>
    uses.map(({ owner, name, receiver, lines }) => {
      const path = receiver === undefined ? name : `${receiver}.${name}`;
      return `${owner === undefined ? '-' : definitions[owner]?.name} ${path} ${lines.join()}`;
    });

  const importsIn = ({ imports }: FileSymbols): readonly string[] =>
    imports.map(({ local, imported, module }) => `${local} = ${imported} of ${module}`);

  const exportsIn = ({ exports }: FileSymbols): readonly string[] =>
    exports.map(
      ({ exported, local, module }) => `${exported} = ${local}${module === undefined ? '' : ` of ${module}`}`,
    );

  it('names the definitions of a file with what encloses them', async () => {
    const { definitions } = await extract(
      'export class Cart {\n  total() {\n    return 1;\n  }\n}\nexport enum Size { small, large }\nconst a = 1, b = 2;\n',
      'typescript',
    );

    expect(definitions).toEqual([
      { name: 'Cart', kind: 'class', parent: undefined, startLine: 1, endLine: 5 },
      { name: 'total', kind: 'method', parent: 0, startLine: 2, endLine: 4 },
      { name: 'Size', kind: 'enum', parent: undefined, startLine: 6, endLine: 6 },
      { name: 'small', kind: 'variable', parent: 2, startLine: 6, endLine: 6 },
      { name: 'large', kind: 'variable', parent: 2, startLine: 6, endLine: 6 },
      { name: 'a', kind: 'variable', parent: undefined, startLine: 7, endLine: 7 },
      { name: 'b', kind: 'variable', parent: undefined, startLine: 7, endLine: 7 },
    ]);
  });

  it('takes the block of an impl for more of the type that it adds to', async () => {
    const { definitions } = await extract(
      'struct Cart;\nimpl<T> Show<T> for Cart {\n    fn show(&self) {}\n}\n',
      'rust',
    );

    expect(definitions.map(({ name, kind, parent }) => ({ name, kind, parent }))).toEqual([
      { name: 'Cart', kind: 'class', parent: undefined },
      { name: 'Cart', kind: 'block', parent: undefined },
      { name: 'show', kind: 'method', parent: 1 },
    ]);
  });

  it('says which definition uses which names, and not what comments, strings, labels and imports say', async () => {
    const symbols = await extract(
      [
        "import { price, tax as vat } from './price.js';",
        'const rate = 2;',
        '// price() in a comment',
        'function total(items: Item[]) {',
        '  const text = "price vat";',
        '  return items.map((item) => vat({ rate: price(item) })) / rate;',
        '}',
        'export const other = `${price(1)} rate ${`${vat}`}`;',
        "total(/price's/.exec('x'));",
        'price();',
        'price();',
      ].join('\n'),
      'typescript',
    );

    expect(usesIn(symbols)).toEqual([
      'total vat 6',
      'total price 6',
      'total rate 6',
      'other price 8',
      'other vat 8',
      '- total 9',
      '- price 10,11',
    ]);
  });

  it('names the receiver of a member where it can be resolved: imports, the object itself, the type of a variable', async () => {
    const symbols = await extract(
      [
        "import * as prices from './prices';",
        "import { Cart } from './cart';",
        'class Shop {',
        '  constructor(private readonly cart: Cart) {}',
        '  sell() {',
        '    this.close();',
        '    super.sell();',
        '    this.cart.total();',
        '    prices.list();',
        '    const second = new Cart();',
        '    second.clear();',
        '    unknown.open();',
        '    unknown.map();',
        '  }',
        '}',
      ].join('\n'),
      'typescript',
    );

    expect(usesIn(symbols).filter((use) => use.includes('.'))).toEqual([
      'sell this.close 6',
      'sell super.sell 7',
      'sell this.cart 8',
      'sell Cart.total 8',
      'sell prices.list 9',
      'sell Cart.clear 11',
      'sell .open 12',
    ]);
  });

  it.each([
    ['go', 'func (c *Cart) Total() int {\n\treturn c.Sum()\n}\n', 'Cart.Sum'],
    ['java', 'class A {\n  void run(Cart cart) {\n    cart.total();\n  }\n}\n', 'Cart.total'],
    ['python', 'class Cart: pass\ndef run(cart: Cart):\n    return cart.total()\n', 'Cart.total'],
    ['rust', 'fn run(cart: &mut Cart) {\n    cart.total();\n}\n', 'Cart.total'],
  ])('knows the type of a parameter (%s)', async (language, content, use) => {
    expect(usesIn(await extract(content, language)).map((line) => line.split(' ')[1])).toContain(use);
  });

  it('keeps no type of a variable that has two', async () => {
    const content = 'class A {}\nclass B {}\nfunction f(x: A) { x.one(); }\nfunction g(x: B) { x.two(); }\n';

    expect(usesIn(await extract(content, 'typescript'))).toEqual(['f A 3', 'f .one 3', 'g B 4', 'g .two 4']);
  });

  it('reads ES modules', async () => {
    const symbols = await extract(
      [
        "import cart, { a, type B as C } from './cart';",
        "import type { D } from './d';",
        "import * as all from './all';",
        "import './effects';",
        "import old = require('./old');",
        "export { x, y as z } from './x';",
        "export * from './everything';",
        "export * as named from './named';",
        'export { a as renamed };',
        'export default cart;',
        "const lazy = import('./lazy');",
      ].join('\n'),
      'typescript',
    );

    expect(importsIn(symbols)).toEqual([
      'cart = default of ./cart',
      'a = a of ./cart',
      'C = B of ./cart',
      'D = D of ./d',
      'all = * of ./all',
      'old = * of ./old',
      'lazy = * of ./lazy',
    ]);
    expect(exportsIn(symbols)).toEqual([
      'x = x of ./x',
      'z = y of ./x',
      '* = * of ./everything',
      'named = * of ./named',
      'renamed = a',
      'default = cart',
    ]);
  });

  it('reads CommonJS modules', async () => {
    const symbols = await extract(
      [
        "const cart = require('./cart');",
        "const { a, b: c } = require('./cart');",
        "const only = require('./cart').only;",
        'module.exports = { first, second: other, third() { return { x: 1 }; }, last: end };',
        'module.exports.fourth = another;',
        'module.exports = Cart;',
      ].join('\n'),
      'javascript',
    );

    expect(importsIn(symbols)).toEqual([
      'cart = * of ./cart',
      'a = a of ./cart',
      'c = b of ./cart',
      'only = only of ./cart',
    ]);
    expect(exportsIn(symbols)).toEqual([
      'first = first',
      'second = other',
      'third = third',
      'last = end',
      'fourth = another',
      'default = Cart',
    ]);
  });

  it.each([
    [
      'python',
      'import a.b as c, d.e\nfrom .x import (y as z,\n  w,\n)\nfrom ..m import *\nfrom . import n\n',
      ['c = * of a.b', 'd.e = * of d.e', 'z = y of .x', 'w = w of .x', '* = * of ..m', 'n = n of .'],
    ],
    [
      'go',
      'package cart\nimport (\n\t"fmt"\n\tp "shop/prices"\n\t_ "shop/init"\n\t"shop/tax/v2"\n)\nimport . "shop/all"\n',
      ['fmt = * of fmt', 'p = * of shop/prices', 'tax = * of shop/tax/v2', '* = * of shop/all'],
    ],
    [
      'rust',
      'use crate::cart::{self, Cart as C, items::*};\npub use super::tax;\n',
      ['cart = * of crate::cart', 'C = Cart of crate::cart', '* = * of crate::cart::items', 'tax = tax of super'],
    ],
    [
      'java',
      'package shop;\nimport shop.cart.Cart;\nimport static shop.Tax.rate;\nimport shop.items.*;\n',
      ['Cart = Cart of shop.cart', 'rate = rate of shop.Tax', '* = * of shop.items'],
    ],
    [
      'csharp',
      'using Shop.Items;\nusing C = Shop.Cart;\nnamespace Shop.Web { class A { void F() { using (x) {} } } }\n',
      ['* = * of Shop.Items', 'C = Cart of Shop'],
    ],
    ['php', '<?php\nnamespace Shop;\nuse Shop\\Cart as C;\n', ['C = Cart of Shop']],
    ['ruby', "require_relative 'cart'\nrequire 'set'\n", ['* = * of cart', '* = * of set']],
  ])('reads the imports of %s', async (language, content, imports) => {
    expect(importsIn(await extract(content, language))).toEqual(imports);
  });

  it('passes on what Rust exports again, and knows the package of a file', async () => {
    expect(exportsIn(await extract('pub use crate::cart::Cart;\nuse crate::tax;\n', 'rust'))).toEqual([
      'Cart = Cart of crate::cart',
    ]);
    expect((await extract('package shop.cart;\nclass A {}\n', 'java')).package).toBe('shop.cart');
    expect((await extract('namespace Shop.Web;\nclass A {}\n', 'csharp')).package).toBe('Shop.Web');
  });

  it('reads the names of modules from manifests', async () => {
    const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './extra': './dist/extra.js' };
    const manifest = await extract(
      JSON.stringify({ name: '@shop/cart', main: 'main.js', exports }),
      'json',
      'a/package.json',
    );
    const paths = '{ // paths\n "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["./*"], } } }';

    expect(manifest.package).toBe('@shop/cart');
    expect(exportsIn(manifest)).toEqual([
      '. = ./dist/index.d.ts',
      '. = ./dist/index.js',
      './extra = ./dist/extra.js',
      '. = main.js',
    ]);
    expect(importsIn(await extract(paths, 'json', 'tsconfig.json'))).toEqual(['@/* = ./* of src', '* = * of src']);
    expect((await extract('module example.com/shop\n\ngo 1.22\n', 'unknown', 'go.mod')).package).toBe(
      'example.com/shop',
    );
    expect((await extract('[package]\nname = "shop"\n', 'toml', 'crates/Cargo.toml')).package).toBe('shop');
  });

  it('has no symbols of prose, and no definitions of what cannot be parsed', async () => {
    expect(await extractor.extract({ filePath: 'a.md', content: '# A\n', language: 'markdown' })).toBeUndefined();
    expect(await extractor.extract({ filePath: 'package.json', content: '{', language: 'json' })).toBeUndefined();
    expect(await extract(`f(${'['.repeat(5_000)}`, 'javascript')).toEqual({
      ...{ definitions: [], imports: [], exports: [], uses: [] },
    });
  });

  it('takes what is not finished for what it is', async () => {
    for (const content of [
      'export {',
      'import { a',
      "const { a, b: { c } = require('x",
      '`${`${',
      '"abc',
      '/* abc',
      'export * as',
    ]) {
      expect((await extract(`${content}\n`, 'typescript')).definitions).toBeDefined();
    }
    for (const content of ['use a::{b, {', 'use {{{;', 'pub use'])
      expect(importsIn(await extract(content, 'rust'))).toBeDefined();
    for (const content of ['import (', 'import ("a"', 'import x'])
      expect(importsIn(await extract(content, 'go'))).toBeDefined();
    for (const content of ['from', 'from . import (', 'import'])
      expect(importsIn(await extract(content, 'python'))).toEqual([]);
  });

  it.each([
    ['typescript', "// note\nimport { a } from 'b';\nexport function f() { return a(); }\n"],
    ['python', '# note\nfrom b import a\ndef f():\n    return a()\n'],
  ])('reads %s with lone carriage returns at the ends of lines as with line feeds', async (language, content) => {
    const symbols = await extract(content, language);

    expect(await extract(content.replaceAll('\n', '\r'), language)).toEqual(symbols);
    expect([importsIn(symbols).length, usesIn(symbols).length]).toEqual([1, 1]);
  });

  it('takes time in proportion to a manifest with a string that does not end', async () => {
    const content = `{"compilerOptions": "${'\\"'.repeat(3_000_000)}`;

    expect(await extractor.extract({ filePath: 'tsconfig.json', content, language: 'json' })).toBeUndefined();
  });

  it('takes time in proportion to a text of quotes and brackets', async () => {
    const chains = 'a'.concat('.b'.repeat(50_000));
    const quotes = '"\\'.repeat(50_000);

    expect((await extract(`${chains};\n`, 'javascript')).uses.length).toBeLessThanOrEqual(1);
    expect((await extract(quotes, 'python')).uses).toEqual([]);
  });
});
