import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { repository } from './code-blocks.js';

const compiled = /['"](\.{1,2}\/[^'"]*\bdist\/[^'"]+\.js)['"]/gu;

/** Scripts that the compiler does not look at: workers, tools, entries. */
const scripts = execFileSync('git', ['ls-files', '-z', '*.mjs', '*.js'], { cwd: repository, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(repository, path)));

const named = scripts.flatMap((script) =>
  [...readFileSync(join(repository, script), 'utf8').matchAll(compiled)].map(([, path = '']) => ({
    script,
    source: relative(repository, resolve(repository, dirname(script), path))
      .replace('/dist/', '/src/')
      .replace(/\.js$/u, '.ts'),
  })),
);

describe('scripts that load compiled files', () => {
  // A moved file leaves its compiled copy behind, so that only a fresh clone would fail.
  it.each(named)('$script: $source is there', ({ source }) => {
    expect(existsSync(join(repository, source))).toBe(true);
  });

  it('are found', () => {
    expect(named.map(({ script }) => script)).toContain('packages/search/worker/text-worker.mjs');
  });
});
