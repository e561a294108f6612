import { ILogger, ISymbolExtractor, ISymbolGraph, ITokenCounter } from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import { resolveToken } from '@lexichord/platform';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { container as rootContainer } from 'tsyringe';

import { TemporaryIndexes } from '../test-support/an-index.js';
import { CodeWorkspace } from '../test-support/code-workspace.js';

describe('resolveReferences, of files that the real parsers have read', () => {
  const indexes = new TemporaryIndexes();
  const parsers = rootContainer.createChildContainer();

  beforeAll(() => {
    parsers.register(ILogger, { useValue: new RecordingLogger() });
    parsers.register(ITokenCounter, { useValue: new WordTokenCounter() });
    registerChunkerModule(parsers, { options: {} });
  });

  afterEach(() => indexes.dispose());

  afterAll(() => parsers.dispose());

  /** Each use as `file#source > file#target`; code outside definitions has no source. */
  const referencesIn = async (files: Readonly<Record<string, string>>, name: string): Promise<readonly string[]> => {
    const { index, container } = await indexes.make({ workspace: new CodeWorkspace(files) });
    container.register(ISymbolExtractor, { useValue: resolveToken(parsers, ISymbolExtractor) });
    const graph = resolveToken(container, ISymbolGraph);
    await index.update();
    const found: string[] = [];
    for (const definition of await graph.definitionsNamed(name)) {
      for (const { source, filePath, target } of await graph.referencesTo(definition)) {
        found.push(`${source?.id ?? filePath} > ${target.id}`);
      }
    }
    return found;
  };

  const cases: Readonly<
    Record<
      string,
      { readonly name: string; readonly files: Readonly<Record<string, string>>; readonly expected: readonly string[] }
    >
  > = {
    'TypeScript, through a barrel, a package of the workspace and a path mapping': {
      name: 'total',
      files: {
        'packages/cart/package.json': '{ "name": "@shop/cart", "main": "./dist/index.js" }',
        'packages/cart/src/index.ts': "export * from './total.js';\n",
        'packages/cart/src/total.ts': 'export function total(): number {\n  return 1;\n}\n',
        'packages/app/tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
        'packages/app/src/main.ts': "import { total as sum } from '@shop/cart';\nexport const run = () => sum();\n",
        'packages/app/src/mapped.ts': "import { run } from '~/main';\nrun();\n",
        'packages/app/src/other.ts': "import { total } from 'elsewhere';\ntotal();\n",
      },
      expected: ['packages/app/src/main.ts#run > packages/cart/src/total.ts#total'],
    },
    'TypeScript, members by the type of their receiver and of its bases': {
      name: 'close',
      files: {
        'src/base.ts': 'export class Base {\n  close(): void {}\n}\n',
        'src/shop.ts':
          "import { Base } from './base';\nexport class Shop extends Base {\n  end() {\n    this.close();\n  }\n}\n",
        'src/use.ts': "import { Shop } from './shop';\nexport function stop(shop: Shop) {\n  shop.close();\n}\n",
      },
      expected: ['src/shop.ts#Shop.end > src/base.ts#Base.close', 'src/use.ts#stop > src/base.ts#Base.close'],
    },
    'JavaScript with CommonJS': {
      name: 'Cart',
      files: {
        'lib/cart.js': 'function Cart() {}\nmodule.exports = Cart;\n',
        'lib/shop.js':
          "const cart = require('./cart');\nfunction sell() {\n  return new cart();\n}\nmodule.exports = { sell };\n",
      },
      expected: ['lib/cart.js > lib/cart.js#Cart', 'lib/shop.js#sell > lib/cart.js#Cart'],
    },
    'Python, relative, absolute and passed on': {
      name: 'total',
      files: {
        'shop/__init__.py': 'from .cart import total\n',
        'shop/cart.py': 'def total():\n    return 1\n',
        'shop/web.py': 'from . import cart\n\ndef page():\n    return cart.total()\n',
        'tests/test_shop.py': 'from shop import total\n\ndef test_total():\n    assert total() == 1\n',
      },
      expected: ['shop/web.py#page > shop/cart.py#total', 'tests/test_shop.py#test_total > shop/cart.py#total'],
    },
    'Python, a function and not the method of that name of an unknown object': {
      name: 'set_result',
      files: {
        'shop/helpers.py': 'def set_result(future, result):\n    future.set_result(result)\n',
        'shop/protocol.py':
          'from .helpers import set_result\n\ndef drain(waiter):\n    waiter.set_result(None)\n\ndef done(waiter):\n    set_result(waiter, 1)\n',
      },
      expected: ['shop/protocol.py#done > shop/helpers.py#set_result'],
    },
    'Go, in a package and across packages': {
      name: 'Total',
      files: {
        'go.mod': 'module example.com/shop\n',
        'cart/cart.go': 'package cart\n\nfunc Total() int {\n\treturn 1\n}\n',
        'cart/more.go': 'package cart\n\nfunc Twice() int {\n\treturn 2 * Total()\n}\n',
        'main.go': 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() {\n\tprintln(cart.Total())\n}\n',
      },
      expected: ['cart/more.go#Twice > cart/cart.go#Total', 'main.go#main > cart/cart.go#Total'],
    },
    'Rust, by crate, parent and child modules, and members of an impl': {
      name: 'total',
      files: {
        'Cargo.toml': '[package]\nname = "shop"\n',
        'src/lib.rs': 'mod cart;\nmod web;\n',
        'src/cart.rs': 'pub struct Cart;\nimpl Cart {\n    pub fn total(&self) -> u32 {\n        1\n    }\n}\n',
        'src/web.rs': 'use crate::cart::Cart;\npub fn page(cart: &Cart) -> u32 {\n    cart.total()\n}\n',
        'src/other.rs': 'use super::cart::Cart;\npub fn show(cart: Cart) {\n    Cart::total(&cart);\n}\n',
      },
      expected: ['src/other.rs#show > src/cart.rs#Cart~2.total', 'src/web.rs#page > src/cart.rs#Cart~2.total'],
    },
    'Java, in a package, imported and static': {
      name: 'rate',
      files: {
        'src/shop/Tax.java': 'package shop;\npublic class Tax {\n  public static int rate() {\n    return 1;\n  }\n}\n',
        'src/shop/Near.java': 'package shop;\nclass Near {\n  int a() {\n    return Tax.rate();\n  }\n}\n',
        'src/web/Far.java':
          'package web;\nimport static shop.Tax.rate;\nclass Far {\n  int b() {\n    return rate();\n  }\n}\n',
      },
      expected: [
        'src/shop/Near.java#Near.a > src/shop/Tax.java#Tax.rate',
        'src/web/Far.java#Far.b > src/shop/Tax.java#Tax.rate',
      ],
    },
    'C#, by namespace': {
      name: 'Cart',
      files: {
        'Shop/Cart.cs': 'namespace Shop {\n  public class Cart {\n    public int Total() { return 1; }\n  }\n}\n',
        'Web/Page.cs':
          'using Shop;\nnamespace Web {\n  class Page {\n    int Show(Cart cart) { return cart.Total(); }\n  }\n}\n',
      },
      expected: ['Web/Page.cs#Web.Page.Show > Shop/Cart.cs#Shop.Cart'],
    },
    'Ruby, by constant, the nearest first': {
      name: 'Cart',
      files: {
        'lib/shop/cart.rb': 'class Cart\n  def total\n    1\n  end\nend\n',
        'lib/shop/page.rb': 'class Page\n  def show\n    Cart.new.total\n  end\nend\n',
        'other/cart.rb': 'class Cart\nend\n',
      },
      expected: ['lib/shop/page.rb#Page.show > lib/shop/cart.rb#Cart'],
    },
  };

  it.each(Object.entries(cases))('resolves references in %s', async (_, { name, files, expected }) => {
    expect(await referencesIn(files, name)).toEqual(expected);
  });

  it('ranks main code alone when it is told to, and everything where there is nothing else', async () => {
    const ranked = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const { index, container } = await indexes.make({ workspace: new CodeWorkspace(files) });
      container.register(ISymbolExtractor, { useValue: resolveToken(parsers, ISymbolExtractor) });
      await index.update();
      const ranks = await resolveToken(container, ISymbolGraph).ranks({ onlyMainCode: true });
      return ranks.map(({ definition }) => definition.id);
    };
    const tests = { 'test/tide.test.js': 'function helper() {}\nhelper();\n' };

    expect(await ranked({ ...tests, 'src/tide.js': 'function tide() {}\ntide();\n' })).toEqual(['src/tide.js#tide']);
    expect(await ranked(tests)).toEqual(['test/tide.test.js#helper']);
  });
});
