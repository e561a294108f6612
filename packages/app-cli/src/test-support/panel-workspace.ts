import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { glossary, petApi } from './knowledge-workspace.js';
import { chatFile } from './memory-workspace.js';
import { aPreparedFolder } from './prepared-folder.js';
import { type FolderFiles, aFolder, runCommand } from './run-command.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Pages and code of this repository, and the handbook of an example with its style rules. */
const realFiles: readonly (readonly [from: string, to: string])[] = [
  ['docs/architecture.md', 'docs/architecture.md'],
  ['docs/guides/assembling-context.md', 'docs/guides/assembling-context.md'],
  ['docs/guides/licences.md', 'docs/guides/licences.md'],
  ['examples/src/01-assemble-a-document/workspace', '.'],
  ['packages/agents/src/orchestrator', 'src/orchestrator'],
];

/** The conversation that is stored in it. */
export const storedConversation = 'ferry';

/** A workspace of real documents. Nothing is indexed, imported or remembered. */
export function aPanelFolder(files: FolderFiles = {}): string {
  return aFolder(panelFiles(files));
}

function panelFiles(files: FolderFiles): FolderFiles {
  const given = { 'openapi.yaml': petApi, 'glossary.md': glossary, 'chat.jsonl': chatFile(), ...files };
  return { '.agent/.keep': '', ...Object.fromEntries(realFiles.flatMap(contentsOf)), ...given };
}

function contentsOf([from, to]: (typeof realFiles)[number]): readonly (readonly [path: string, content: Buffer])[] {
  const root = join(repository, from);
  if (statSync(root).isFile()) return [[to, readFileSync(root)]];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [join(to, relative(root, path)), readFileSync(path)]);
}

/** The same with a search index, knowledge and a conversation, made by the commands that a user would run. */
export function aPanelWorkspace(files: FolderFiles = {}): Promise<string> {
  return aPreparedFolder({ name: 'panel', files: panelFiles(files), prepare: storeForPanel });
}

async function storeForPanel(workingDirectory: string): Promise<void> {
  for (const argv of [
    ['index'],
    ['knowledge', 'import', 'openapi.yaml', 'glossary.md'],
    ['memory', 'add', 'chat.jsonl', '--conversation', storedConversation],
  ]) {
    const { exitCode, stderr } = await runCommand(argv, { workingDirectory });
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  }
}
