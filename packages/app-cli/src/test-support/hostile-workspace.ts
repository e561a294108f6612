import { createHash } from 'node:crypto';
import { type BigIntStats, cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { type CommandSubjects } from './every-command.js';
import { git } from './git-repository.js';
import type { HostileTree } from './hostile-trees.js';
import { aFolder, runJson } from './run-command.js';

/** Secret of the other project that must not be readable here. */
export const otherSecret = 'The heron sleeps in the boathouse.';

const files = {
  '.agent/.keep': '',
  'notes.md': '# Zebra crossing\n\nLook left, then right, and see docs/roads.md.\n',
  'docs/roads.md': '# Roads\n\nA zebra crossing has stripes.\n',
  'facts.yaml': 'entities:\n  - { type: Service, name: Billing, properties: { owner: payments } }\n',
  'chat.jsonl':
    '{"role":"user","content":"Where is the zebra crossing?"}\n' +
    '{"role":"assistant","content":"Decision: we take the one at the station."}\n',
};

/** A workspace that one user has used, beside what is nobody's business there, to be copied for each run. */
export interface HostileTemplate {
  readonly root: string;
  readonly subjects: CommandSubjects;
}

/** Makes both by the commands that a user would run. */
export async function aHostileTemplate(): Promise<HostileTemplate> {
  const root = aFolder({ 'outside/victim/thesis.txt': 'years of work', 'tmp/.keep': '' });
  const tree = treeIn(root);
  for (const folder of ['workspace', 'other']) {
    const workspace = folder === 'other' ? join(tree.outside, folder) : tree.workspace;
    cpSync(aFolder({ ...files, ...(folder === 'other' ? otherFiles : {}) }), workspace, { recursive: true });
  }
  utimesSync(join(tree.victim, 'thesis.txt'), 1_000_000, 1_000_000);
  for (const folder of [tree.home, join(root, 'home-of-a-stranger')]) mkdirSync(folder);
  await useProject(join(tree.outside, 'other'), join(root, 'home-of-a-stranger'));
  const segment = await useProject(tree.workspace, tree.home);
  for (const folder of [tree.workspace, join(tree.outside, 'other')]) {
    git(folder, ['init', '--quiet', '--initial-branch=main']);
    git(folder, ['add', 'notes.md', 'docs']);
    git(folder, ['commit', '--quiet', '--message', folder === tree.workspace ? 'Begin' : otherSecret]);
  }
  const subjects = {
    document: 'notes.md',
    query: 'zebra crossing',
    facts: 'facts.yaml',
    entity: 'Billing',
    transcript: 'chat.jsonl',
    conversation: 'chat',
    memoryBackup: 'memory.backup',
    knowledgeBackup: 'knowledge.backup',
  };
  return { root, subjects: { ...subjects, chunk: 'notes.md:1-3', otherChunk: 'docs/roads.md:1-3', segment } };
}

const otherFiles = {
  'notes.md': `# Zebra crossing\n\n${otherSecret}\n`,
  'facts.yaml': `entities:\n  - { type: Service, name: Billing, properties: { owner: ${otherSecret} } }\n`,
  'chat.jsonl':
    `{"role":"user","content":"Where is the zebra crossing? ${otherSecret}"}\n` +
    `{"role":"assistant","content":"Decision: ${otherSecret}"}\n`,
};

/** @returns the id of a segment of its conversation */
async function useProject(workingDirectory: string, home: string): Promise<string> {
  const run = (...argv: readonly string[]): Promise<Record<string, unknown>> =>
    runJson(argv, { workingDirectory, environment: { HOME: home } });
  await run('index');
  await run('knowledge', 'import', 'facts.yaml');
  await run('memory', 'add', 'chat.jsonl', '--conversation', 'chat');
  await run('strategies', 'disable', 'heading');
  await run('memory', 'backup', 'memory.backup');
  await run('knowledge', 'backup', 'knowledge.backup');
  await run('pack', 'zebra crossing');
  const { segments } = (await run('memory', 'show', 'chat')) as { segments: readonly { id: string }[] };
  return segments[0]?.id ?? '';
}

/** Places in a folder that was made by {@link copyTemplate}. */
export function treeIn(root: string): HostileTree {
  const outside = join(root, 'outside');
  return {
    workspace: join(root, 'place/workspace'),
    home: join(root, 'home'),
    outside,
    victim: join(outside, 'victim'),
    otherState: join(outside, 'other/.lexichord'),
  };
}

/** A copy for one run, with the times of its files. */
export function copyTemplate({ root }: HostileTemplate): { readonly root: string; readonly tree: HostileTree } {
  const copy = aFolder();
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return { root: copy, tree: treeIn(copy) };
}

/** Everything that can be changed of a folder: names, kinds, rights, owners, times and contents. */
export function describeFolder(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => {
    const found = lstatSync(join(folder, name), { bigint: true });
    return `${name} ${kindOf(found)} ${found.mode} ${found.uid} ${found.mtimeNs} ${contentOf(join(folder, name), found)}`;
  });
}

function kindOf(found: BigIntStats): string {
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}

function contentOf(path: string, found: BigIntStats): string {
  return found.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}
