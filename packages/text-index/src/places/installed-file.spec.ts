import { installedFile } from './installed-file.js';

describe('installedFile', () => {
  it.each([
    ['app/node_modules/express/lib/router/layer.js', 'package.json express lib/router/layer.js'],
    ['app/node_modules/@acme/tax/src/a.js', 'package.json @acme/tax src/a.js'],
    ['app/node_modules/a/node_modules/b/x.js', 'package.json b x.js'],
    ['app/node_modules/.pnpm/koa@2.15.0/node_modules/koa/lib/a.js', 'package.json koa lib/a.js'],
    ['root/go/pkg/mod/github.com/acme/tax@v1.2.3/cmd/a.go', 'go.mod github.com/acme/tax cmd/a.go'],
    ['root/go/pkg/mod/github.com/!burnt!sushi/toml@v1.3.2/a.go', 'go.mod github.com/BurntSushi/toml a.go'],
    ['home/u/.cargo/registry/src/index.crates.io-6f17/md-5-0.10.1/src/lib.rs', 'Cargo.toml md-5 src/lib.rs'],
    ['usr/lib/ruby/gems/3.2.0/gems/sinatra-4.0.0/lib/sinatra/base.rb', '.gemspec sinatra lib/sinatra/base.rb'],
  ])('knows the package of %s', (path, expected) => {
    const { manifest = '', name = '', path: own = '' } = installedFile(path) ?? {};

    expect(`${manifest} ${name} ${own}`).toBe(expected);
  });

  it.each(['src/a.ts', 'node_modules/.bin/tsc', 'node_modules/a.js', 'pkg/mod/a.go', 'gems/tax/a.rb'])(
    'knows of no package for %s',
    (path) => {
      expect(installedFile(path)).toBeUndefined();
    },
  );
});
