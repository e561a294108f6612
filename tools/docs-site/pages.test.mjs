import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { listPages, resolveLink, sitePathOf, textOfFile, titleOf } from './pages.mjs';

const files = {
  'README.md': '# A `title`\n',
  'docs/guides/search.md': '# Search\n',
  'packages/runtime/README.md': '# runtime\n',
  'packages/runtime/src/open.ts': 'export {};\n',
  'examples/src/01-a/README.md': '# Example\n',
  'examples/src/01-a/workspace/README.md': '# Not ours\n',
};

describe('pages of the site', () => {
  let root;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'lexichord-site-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    execFileSync('git', ['init', '--quiet'], { cwd: root });
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('are the documents of the repository, and none of a sample workspace', () => {
    expect(listPages(root)).toEqual([
      ...['README.md', 'docs/guides/search.md', 'examples/src/01-a/README.md', 'packages/runtime/README.md'],
    ]);
  });

  it.each([
    ['../../README.md#a-title', { href: '/index.md#a-title' }],
    ['../../packages/runtime', { href: '/packages/runtime/index.md' }],
    [
      '../../packages/runtime/src/open.ts',
      { href: '/files/packages/runtime/src/open.ts.txt', file: 'packages/runtime/src/open.ts' },
    ],
    ['../../packages/runtime/src/', { href: '/files/packages/runtime/src.txt', file: 'packages/runtime/src' }],
    ['#filters', { href: '#filters' }],
    ['https://example.org/a#b', { href: 'https://example.org/a#b' }],
    ['missing.md', { href: 'missing.md' }],
    ['../../../secret.txt', { href: '../../../secret.txt' }],
  ])('lead from %s to where it stands in the site', (href, expected) => {
    expect(resolveLink(href, 'docs/guides/search.md', root)).toEqual(expected);
  });

  it('have the address of their folder, a title without marks, and the list of a folder', () => {
    expect(['README.md', 'docs/README.md', 'docs/NOTREADME.md'].map(sitePathOf)).toEqual([
      ...['index.md', 'docs/index.md', 'docs/NOTREADME.md'],
    ]);
    expect(titleOf(files['README.md'])).toBe('A title');
    expect(String(textOfFile('packages/runtime/src', root))).toBe('packages/runtime/src/open.ts\n');
  });
});
