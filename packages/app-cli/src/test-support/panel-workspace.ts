import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { glossary, petApi } from './knowledge-workspace.js';
import { chatFile } from './memory-workspace.js';
import { aFolder, runCommand } from './run-command.js';

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
export function aPanelFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = aFolder({ '.agent/.keep': '' });
  for (const [from, to] of realFiles) {
    cpSync(join(repository, from), join(folder, to), { recursive: true, filter: (path) => !path.endsWith('.spec.ts') });
  }
  cpSync(aFolder({ 'openapi.yaml': petApi, 'glossary.md': glossary, 'chat.jsonl': chatFile(), ...files }), folder, {
    recursive: true,
  });
  return folder;
}

/** The same with a search index, knowledge and a conversation, made by the commands that a user would run. */
export async function aPanelWorkspace(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const workingDirectory = aPanelFolder(files);
  for (const argv of [
    ['index'],
    ['knowledge', 'import', 'openapi.yaml', 'glossary.md'],
    ['memory', 'add', 'chat.jsonl', '--conversation', storedConversation],
  ]) {
    const { exitCode, stderr } = await runCommand(argv, { workingDirectory });
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  }
  return workingDirectory;
}
