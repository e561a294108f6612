import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { repository } from './code-blocks.js';

/** What a page's commands work in. */
interface PageWorkspace {
  /** Files and folders of this repository, by their path in the workspace; `.` is all of it. */
  readonly copies?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether it is a git repository, in which one file was changed after the last commit. */
  readonly isGit?: boolean;
}

const example = (name: string): string => `examples/src/${name}/workspace`;
const product = example('05-know-your-product');
const conversation = `${example('06-remember-a-conversation')}/migration.jsonl`;

/** A product's documents under the names that a first look has. */
const productDocuments = {
  'api/openapi.yaml': `${product}/api/lending.yaml`,
  'docs/glossary.md': `${product}/glossary.md`,
  'rules.yaml': `${product}/rules.yaml`,
};

/** Of 160 lines. */
const longGuide = `# Guide\n${Array.from({ length: 159 }, (_, index) => `- Step ${index + 1} of the way.\n`).join('')}`;

/** By page; others begin with an empty folder. */
const pageWorkspaces: Readonly<Record<string, PageWorkspace>> = {
  'README.md': {
    copies: {
      'README.md': 'README.md',
      'docs/architecture.md': 'docs/architecture.md',
      'packages/workspace/src/editor': 'packages/workspace/src/editor',
      'packages/abstractions/src/documents': 'packages/abstractions/src/documents',
      ...productDocuments,
      'transcript.jsonl': conversation,
    },
  },
  'docs/guides/assembling-context.md': { files: { 'docs/guide.md': longGuide } },
  'docs/guides/knowledge.md': { copies: { '.': product, ...productDocuments } },
  'docs/guides/memory.md': {
    copies: { 'transcript.jsonl': conversation },
    files: { 'plan.md': '# Plan\n\nMove to the second server.\n' },
  },
  'docs/guides/packing.md': {
    copies: { '.': example('04-pack-a-repository') },
    files: {
      'src/client.ts': 'export function login(user: string): void {\n  send(`/login?user=${user}`);\n}\n',
      'test.log': 'FAIL test/slots.test.ts\n  expected 17:30 to be the last slot\n    at test/slots.test.ts:14:3\n',
    },
    isGit: true,
  },
  'docs/guides/preview.md': { files: { 'docs/plan.md': '# Plan\n\nMove to the second server.\n' } },
  'docs/guides/search.md': { copies: { '.': example('03-search-a-repository') } },
  'docs/guides/ten-minutes.md': { copies: { '.': example('04-pack-a-repository') } },
  'docs/guides/trust.md': { copies: { 'transcript.jsonl': conversation } },
  'packages/app-cli/README.md': { files: { 'docs/guide.md': longGuide } },
};

/** Pages that need a workspace of their own, to be held against those that there are. */
export const pagesWithWorkspace = Object.keys(pageWorkspaces);

/** Makes the workspace of a page in a folder of its own. @returns its absolute path */
export function createPageWorkspace(page: string): string {
  const { copies = {}, files = {}, isGit = false } = pageWorkspaces[page] ?? {};
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-docs-')));
  mkdirSync(join(folder, '.agent'));
  for (const [path, source] of Object.entries(copies)) {
    cpSync(join(repository, source), join(folder, path), { recursive: true });
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (isGit) commitAll(folder);
  return folder;
}

/** So that `git diff` has something to show. */
function commitAll(folder: string): void {
  const git = (...argv: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...argv], { cwd: folder });
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  writeFileSync(join(folder, 'src/client.ts'), 'export function login(user: string): void {}\n');
}
