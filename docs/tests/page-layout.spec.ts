import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { repository } from './code-blocks.js';

/** Characters of a row: a table has to fit a screen. */
const maxRowLength = 160;

/** Paths of all committed pages but fixtures, and lists of licences that are generated. */
const paths = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: repository, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(repository, path)))
  .filter((path) => !/\/fixtures\/|\/workspace\/|NOTICE\.md$/u.test(path));

/** Every page as its lines outside of code blocks. */
const pages = paths.map((path) => ({
  path,
  lines: readFileSync(join(repository, path), 'utf8')
    .replaceAll(/^( *)(`{3,}|~{3,})[^]*?^\1\2/gmu, (block) => block.replaceAll(/[^\n]/gu, ''))
    .split('\n'),
}));

describe('Markdown pages', () => {
  it('are those of the repository', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/guides/trust.md', 'packages/search/README.md']),
    );
  });

  it('name folders of a package in their tables that there are', () => {
    const rows = pages.flatMap(({ path, lines }) =>
      /^packages\/[^/]+\/README\.md$/u.test(path) ? lines.map((line) => ({ folder: dirname(path), line })) : [],
    );
    const named = rows.flatMap(({ folder, line }) => {
      const [cell = ''] = /^\| [^|]+\|/u.exec(line) ?? [];
      return [...cell.matchAll(/`([\w-]+)\/`/gu)].map(([, name = '']) => `${folder}/${name}`);
    });
    const missing = named.filter((path) => {
      const [owner, name] = [dirname(path), path.slice(path.lastIndexOf('/') + 1)];
      return ![join(owner, 'src', name), path].some((found) => existsSync(join(repository, found)));
    });

    expect(named.length).toBeGreaterThan(90);
    expect(missing).toEqual([]);
  });

  it(`have no table row of more than ${maxRowLength} characters`, () => {
    const wide = pages.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        /^\s*\|/u.test(line) && line.length > maxRowLength ? [`${path}:${index + 1}: ${line.length}`] : [],
      ),
    );

    expect(wide).toEqual([]);
  });

  it('link to headings that exist', () => {
    const anchors = new Map(pages.map(({ path, lines }) => [join(repository, path), anchorsOf(lines)]));

    const broken = pages.flatMap(({ path, lines }) =>
      [...lines.join('\n').matchAll(/\]\((?!https?:)([^()\s#]*)#([^()\s]+)\)/gu)].flatMap(
        ([, file = '', anchor = '']) => {
          const target = file === '' ? path : join(dirname(path), file);
          return anchors.get(join(repository, target))?.has(anchor) === false ? [`${path}: ${target}#${anchor}`] : [];
        },
      ),
    );

    expect(broken).toEqual([]);
  });

  it('link to files that exist', () => {
    const broken = pages.flatMap(({ path, lines }) =>
      [...lines.join('\n').matchAll(/\]\((?!https?:|mailto:|#)([^()\s#]+)(?:#[^()\s]*)?\)/gu)]
        .map(([, target = '']) => join(repository, dirname(path), decodeURI(target)))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${relative(repository, target)}`),
    );

    expect(broken).toEqual([]);
  });
});

/** Anchors that GitHub makes of a page's headings: lower case, hyphens for spaces, no punctuation. */
function anchorsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => {
      const heading = /^#+ (.+)$/u.exec(line)?.[1];
      return heading === undefined
        ? []
        : [
            heading
              .toLowerCase()
              .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
              .replaceAll(' ', '-'),
          ];
    }),
  );
}
