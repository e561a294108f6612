import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from './code-blocks.js';

describe('the API reference', () => {
  it('has every package', () => {
    const { entryPoints } = JSON.parse(readFileSync(join(repository, 'typedoc.json'), 'utf8')) as {
      readonly entryPoints: readonly string[];
    };

    const packages = readdirSync(join(repository, 'packages')).map((name) => `packages/${name}`);
    expect([...entryPoints].sort()).toEqual(packages.sort());
  });
});
