import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listBlocks } from './code-blocks.js';
import { createPageWorkspace } from './page-workspaces.js';
import { runCommandLine } from './run-command-line.js';

/** What a YAML block is, by its first key: the file that it is put into, and the command that reads it. */
interface YamlUse {
  readonly file: string;
  readonly command: readonly string[];
}

const uses: Readonly<Record<string, YamlUse>> = {
  knowledge: { file: 'facts.yaml', command: ['knowledge', 'import', 'facts.yaml'] },
  rules: { file: '.agent/style.yml', command: ['assemble', 'a.md'] },
};

/** The user's own file, which may hold every key. */
const configuration: YamlUse = { file: 'home/.config/lexichord/config.yml', command: ['config', 'validate'] };

const blocks = listBlocks(['yaml', 'yml'])
  .map((block) => ({ ...block, key: /^\w+/mu.exec(block.text)?.[0] }))
  // What `knowledge context` prints, and a line of a comment.
  .filter(({ key }) => key !== undefined && key !== 'entities');

describe('YAML of the pages', () => {
  it.each(blocks.map((block) => [`${block.page}:${block.line}`, block] as const))(
    '%s is read without errors',
    async (_place, { page, text, key = '' }) => {
      const workspace = createPageWorkspace(page);
      const { file, command } = uses[key] ?? configuration;
      mkdirSync(dirname(join(workspace, file)), { recursive: true });
      writeFileSync(join(workspace, file), text);
      writeFileSync(join(workspace, 'a.md'), 'Sign in.\n');

      const { exitCode, stderr } = await runCommandLine({ words: ['lexichord', ...command] }, { workspace });
      rmSync(workspace, { recursive: true });

      expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/^error/mu)]);
    },
  );
});
