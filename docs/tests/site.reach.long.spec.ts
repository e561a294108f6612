import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository } from './code-blocks.js';

describe('the documentation site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-site-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is built from the pages of the repository and the comments of its packages, without a broken link, and can be searched without a network', () => {
    const built = spawnSync(process.execPath, [join(repository, 'tools/docs-site/build-site.mjs'), '--out', folder], {
      encoding: 'utf8',
    });

    expect({ status: built.status, stderr: built.status === 0 ? '' : built.stderr }).toEqual({ status: 0, stderr: '' });
    expect(built.stdout).toContain(': 0 broken links.');
    expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toContain('(/docs/guides/ten-minutes.html)');
    expect(readFileSync(join(folder, 'api/index.html'), 'utf8')).toContain('@lexichord/runtime');
    const index = readdirSync(join(folder, 'assets/chunks')).find((name) => name.startsWith('@localSearchIndex'));
    expect(readFileSync(join(folder, 'assets/chunks', String(index)), 'utf8')).toContain(
      'docs/guides/ten-minutes.html',
    );
    const page = readFileSync(join(folder, 'docs/guides/ten-minutes.html'), 'utf8');
    expect(page).toContain('Give your agent the right context in ten minutes');
    expect(page).not.toContain('{{');
    const pages = readdirSync(folder, { recursive: true }).map(String);
    const outside = pages
      .filter((path) => path.endsWith('.html'))
      .flatMap((path) => [
        ...readFileSync(join(folder, path), 'utf8').matchAll(/<(?:script|link)[^>]+(?:src|href)="https?:[^"]+"/gu),
      ]);
    expect(outside.map(([text]) => text)).toEqual([]);
  });
});
