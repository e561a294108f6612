import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { treeSize } from './checks/tree-size.mjs';

describe('treeSize', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-tree-'));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts packages inside others, and what has several names or is found by links once', () => {
    write('one/package.json', '{}');
    write('one/dist/package.json', '{ "type": "commonjs" }');
    write('one/node_modules/@scope/inner/package.json', '{}');
    write('.store/two/node_modules/two/package.json', '{}');
    write('.store/two/node_modules/two/large', 'x'.repeat(1_000_000));
    linkSync(join(folder, '.store/two/node_modules/two/large'), join(folder, 'one/same'));
    symlinkSync(join(folder, '.store/two/node_modules/two'), join(folder, 'two'));

    const { packages, megabytes } = treeSize(folder);

    expect(packages).toBe(3);
    expect(megabytes).toBeCloseTo(1, 3);
  });
});
