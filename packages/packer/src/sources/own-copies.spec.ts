import { MemoryFiles } from '../test-support/memory-files.js';
import { findOwnCopies } from './own-copies.js';

const files = new MemoryFiles({
  'package.json': '{ "name": "shop", "workspaces": ["packages/*"] }\n',
  'lib/cart.js': 'cart();\n',
  'packages/tax/package.json': '{ "name": "@shop/tax" }\n',
  'packages/tax/src/rates.ts': 'rates();\n',
  'packages/broken/package.json': '{ "name": ',
  'go/go.mod': '// Module of the shop.\nmodule github.com/Acme/shop\n\ngo 1.22\n',
  'go/cmd/main.go': 'package main\n',
  'rust/Cargo.toml': '[package]\nversion = "1.0.0"\nname = "shop-core"\n\n[dependencies]\nname = "no"\n',
  'rust/src/lib.rs': 'pub fn x() {}\n',
  'ruby/shop.gemspec': 'Gem::Specification.new\n',
  'ruby/lib/shop.rb': 'x\n',
  'lib/.env': 'KEY=1\n',
});

const ownOf = async (...paths: readonly string[]): Promise<object> =>
  Object.fromEntries(await findOwnCopies(paths, { guard: files, listing: files, editor: files }));

describe('findOwnCopies', () => {
  it.each([
    ['app/node_modules/shop/lib/cart.js', 'lib/cart.js'],
    ['app/node_modules/@shop/tax/src/rates.ts', 'packages/tax/src/rates.ts'],
    ['root/go/pkg/mod/github.com/!acme/shop@v1.0.0/cmd/main.go', 'go/cmd/main.go'],
    ['home/u/.cargo/registry/src/index/shop-core-1.0.0/src/lib.rs', 'rust/src/lib.rs'],
    ['usr/lib/ruby/gems/3.2.0/gems/shop-1.0.0/lib/shop.rb', 'ruby/lib/shop.rb'],
  ])('finds the source of %s', async (installed, own) => {
    expect(await ownOf(installed)).toEqual({ [installed]: own });
  });

  it.each([
    ['another package', 'app/node_modules/debug/lib/cart.js'],
    ['a file that the package no longer has', 'app/node_modules/shop/lib/old.js'],
    ['a denied file', 'app/node_modules/shop/lib/.env'],
    ['a path out of the package', 'app/node_modules/shop/../../etc/passwd'],
    ['a path without a package', 'lib/cart.js'],
  ])('finds none for %s', async (_, path) => {
    expect(await ownOf(path)).toEqual({});
  });

  it('stops when the caller cancels', async () => {
    const context = { guard: files, listing: files, editor: files, signal: AbortSignal.abort(new Error('enough')) };

    await expect(findOwnCopies(['node_modules/shop/lib/cart.js'], context)).rejects.toThrow('enough');
  });
});
