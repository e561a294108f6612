import { meantBy } from './meant-file.js';

describe('meantBy', () => {
  it.each([
    ['index.js', 'srv/app/node_modules/express/lib/router/index.js', false],
    ['lib/router/index.js', 'srv/app/node_modules/express/lib/router/index.js', false],
    ['node_modules/express/index.js', 'srv/app/node_modules/express/index.js', true],
    ['app/node_modules/express/index.js', 'node_modules/express/index.js', true],
    ['src/a.ts', 'build/src/a.ts', true],
    ['src/a.ts', 'a.ts', true],
    ['src/shop/cart.py', 'usr/lib/python3/site-packages/shop/cart.py', true],
    ['src/cart.py', 'usr/lib/python3/site-packages/shop/cart.py', false],
    ['six.py', 'usr/lib/python3/site-packages/six.py', false],
    ['lib.rs', 'home/u/.cargo/registry/src/serde/src/lib.rs', false],
  ])('tells whether %s is meant by %s', (filePath, named, isMeant) => {
    expect(meantBy(named)(filePath)).toBe(isMeant);
  });
});
