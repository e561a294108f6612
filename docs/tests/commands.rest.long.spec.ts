import { rmSync } from 'node:fs';

import { listBlocks } from './code-blocks.js';
import { type CommandLine, commandLinesOf, parseCommand, shellLanguages } from './command-lines.js';
import { createPageWorkspace, pagesWithWorkspace } from './page-workspaces.js';
import { runCommandLine } from './run-command-line.js';

/** Commands that are not run here, and what runs them. */
const runElsewhere: Readonly<Record<string, string>> = {
  'npm test': 'It is what runs this.',
  'npm run build': 'The first step of .ci/run.',
  'npm run demo': 'app-cli/commands/demo.spec.ts runs the command that it starts, "lexichord demo".',
  'npx lexichord preview --tui': 'app-cli/commands/preview-terminal.spec.ts runs it in a terminal.',
};

/** Commands that go on until they are interrupted: what they print once they are ready, and how they end. */
const ongoing = [
  { pattern: /^npx lexichord preview/u, readyText: 'http://127.0.0.1:', exitCode: 130 },
  { pattern: /^npx lexichord serve$/u, readyText: 'Answering commands', exitCode: 130 },
  { pattern: /^npx lexichord index --watch/u, readyText: 'Following changes', exitCode: 130 },
  { pattern: /main\.js --stay$/u, readyText: 'http://127.0.0.1:', exitCode: 0 },
];

/** What stands for a placeholder, perhaps from what the page's commands printed before. */
const placeholders: Readonly<Record<string, (printed: string) => string | undefined>> = {
  '<head>': (printed) => /^head: +(\w+)/mu.exec(printed)?.[1],
  '<name>': () => 'git-changes',
};

/** Pages that show what their commands print, to the letter: whoever follows them compares. */
const pagesWithOutput = ['docs/guides/ten-minutes.md'];

const lines = listBlocks(shellLanguages).flatMap(commandLinesOf);
const runHere = lines.filter(({ text }) => !(text in runElsewhere));

describe.each([...new Set(runHere.map(({ page }) => page))])('commands of %s', (page) => {
  let workspace: string;
  let printed = '';

  beforeAll(() => {
    workspace = createPageWorkspace(page);
  });

  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it.each(runHere.filter((line) => line.page === page))('$text', async ({ text, shownLines = [] }) => {
    const { readyText, exitCode: expected = 0 } = ongoing.find(({ pattern }) => pattern.test(text)) ?? {};

    const { exitCode, stdout, stderr } = await runCommandLine(parseCommand(fillIn(text, printed)), {
      workspace,
      readyText,
    });

    printed += stdout;
    expect({ exitCode, stderr: exitCode === expected ? '' : stderr }).toEqual({ exitCode: expected, stderr: '' });
    if (pagesWithOutput.includes(page))
      expect(linesIn(`${stdout}\n${stderr}`)).toEqual(expect.arrayContaining(shownOf(shownLines)));
  });
});

function linesIn(output: string): readonly string[] {
  return output.split('\n').map((line) => line.trimEnd());
}

function shownOf(shownLines: readonly string[]): string[] {
  return shownLines.filter((line) => line !== '…');
}

function fillIn(text: string, printed: string): string {
  return text.replaceAll(/<[a-z-]+>/gu, (placeholder) => placeholders[placeholder]?.(printed) ?? placeholder);
}

describe('blocks without a language', () => {
  it('have no commands, which nothing would run', () => {
    const texts = listBlocks(['', 'text']).map(({ page, line, text }) => ({ page, line, text }));

    expect(texts.filter(({ text }) => /^(?:\$|npx|npm|node|lexichord) /mu.test(text))).toEqual([]);
  });
});

describe('tables of this file', () => {
  it('name only what the pages have', () => {
    const texts = lines.map(({ text }) => text);
    const pages = lines.map(({ page }) => page);

    expect(Object.keys(runElsewhere).filter((text) => !texts.includes(text))).toEqual([]);
    expect(Object.keys(placeholders).filter((one) => !texts.some((text) => text.includes(one)))).toEqual([]);
    expect(ongoing.filter(({ pattern }) => !texts.some((text) => pattern.test(text)))).toEqual([]);
    expect(pagesWithOutput.filter((page) => !pages.includes(page))).toEqual([]);
    expect(pagesWithWorkspace.filter((page) => !pages.includes(page))).toEqual([]);
  });
});

describe('commandLinesOf', () => {
  const linesOf = (language: string, text: string): readonly CommandLine[] =>
    commandLinesOf({ page: 'a.md', line: 1, language, text, comment: undefined });

  it('reads quotations, comments, pipes, files and lines that go on', () => {
    const text = '# first\nls \'a b\' "c # d"  # why\n\ngit diff | lexichord pack \\\n  --tool-result - > out.md\n';

    expect(linesOf('bash', text)).toEqual([
      { page: 'a.md', text: `ls 'a b' "c # d"`, words: ['ls', 'a b', 'c # d'] },
      {
        page: 'a.md',
        text: 'git diff | lexichord pack --tool-result - > out.md',
        words: ['lexichord', 'pack', '--tool-result', '-'],
        pipedFrom: ['git', 'diff'],
        outputFile: 'out.md',
      },
    ]);
  });

  it('takes what follows a prompt for a command, and the rest for what it prints', () => {
    const taken = linesOf('console', '$ ls\na.md \n\n…\n$ ls -a # all\n');

    expect(taken.map(({ text, shownLines }) => ({ text, shownLines }))).toEqual([
      { text: 'ls', shownLines: ['a.md', '…'] },
      { text: 'ls -a', shownLines: [] },
    ]);
  });
});
