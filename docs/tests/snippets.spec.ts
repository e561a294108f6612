import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { leaveWorkspaces } from '../snippets/enter-workspace.js';
import { codeBlocksOf, listBlocks, repository } from './code-blocks.js';
import { isRunByTests, readSnippet, snippetPrograms } from './snippet-source.js';

const snippets = listBlocks(['ts', 'tsx', 'typescript', 'js', 'jsx', 'javascript']);

describe('snippets of the pages', () => {
  it.each(snippets.map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const))(
    '%s is the text of a file that a test runs',
    (_place, { text, comment }) => {
      // A new snippet needs a comment in front of it: <!-- path/of/the/file.ts#region -->
      expect(comment).toBeDefined();
      expect(text).toBe(readSnippet(comment!));
      expect(isRunByTests(comment!)).toBe(true);
    },
  );

  it('are found in every kind of page', () => {
    const folders = new Set(snippets.map(({ page }) => page.split('/')[0]));

    expect(folders).toEqual(new Set(['README.md', 'packages', 'docs']));
    expect(snippets.length).toBeGreaterThan(20);
  });
});

describe('programs that hold snippets', () => {
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    leaveWorkspaces();
  });

  it.each(snippetPrograms())('%s runs, and gives what it should', async (path) => {
    await import(pathToFileURL(join(repository, path)).href);
  });

  it('are all shown by a page', () => {
    const shown = new Set(snippets.map(({ comment }) => comment?.split('#')[0]));

    expect(snippetPrograms().filter((path) => !shown.has(path))).toEqual([]);
  });
});

describe('codeBlocksOf', () => {
  it('finds blocks with their language, their line and the comment before them', () => {
    const page = ['Text.', '', '<!-- a.ts#b -->', '', '```ts', 'f();', '```', '', '````', '```ts', '````', ''].join(
      '\n',
    );

    expect(codeBlocksOf('a.md', page)).toEqual([
      { page: 'a.md', line: 5, language: 'ts', text: 'f();\n', comment: 'a.ts#b' },
      { page: 'a.md', line: 9, language: '', text: '```ts\n', comment: undefined },
    ]);
  });

  it('finds blocks in lists', () => {
    expect(codeBlocksOf('a.md', '- One\n\n  ```sh\n  ls\n  ```\n')).toMatchObject([{ language: 'sh', text: 'ls\n' }]);
  });
});
