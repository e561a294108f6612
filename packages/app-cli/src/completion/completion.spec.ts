import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aFolder, runCommand } from '../test-support/run-command.js';

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

async function scriptFor(shell: string, folder: string): Promise<string> {
  const { stdout, exitCode } = await runCommand(['completion', shell], { workingDirectory: folder });
  expect(exitCode).toBe(0);
  const path = join(folder, `lexichord.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

/** What bash offers for the last of the words, sorted. */
async function complete(words: readonly string[], folder = aFolder()): Promise<readonly string[]> {
  const script = await scriptFor('bash', folder);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const program = `source '${script}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _lexichord; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', program], { cwd: folder, encoding: 'utf8' });
  return output
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

describe('completion bash', () => {
  it('is a script that bash accepts', async () => {
    const script = await scriptFor('bash', aFolder());

    expect(spawnSync('bash', ['-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('offers commands, and those of a group', async () => {
    expect(await complete(['lexichord', ''])).toEqual([
      'assemble',
      'completion',
      'config',
      'context',
      'debug',
      'demo',
      'doctor',
      'index',
      'init',
      'knowledge',
      'license',
      'map',
      'mcp',
      'memory',
      'pack',
      'preview',
      'search',
      'serve',
      'start',
      'strategies',
    ]);
    expect(await complete(['lexichord', 'strategies', ''])).toEqual(['disable', 'enable', 'list']);
    expect(await complete(['lexichord', 'config', 'v'])).toEqual(['validate']);
  });

  it('offers options of the command, global ones included', async () => {
    expect(await complete(['lexichord', 'assemble', '--se'])).toEqual(['--select', '--select-range']);
    expect(await complete(['lexichord', 'strategies', 'list', '--w'])).toEqual(['--workspace']);
  });

  it('offers the values of an option, and none that belong to another', async () => {
    expect(await complete(['lexichord', 'assemble', 'a.md', '--agent', ''])).toEqual([
      'copilot',
      'editor',
      'simplifier',
      'summarizer',
      'tuning',
    ]);
    expect(await complete(['lexichord', 'init', '--agent', 'c'])).toEqual(['claude', 'codex', 'cursor']);
    expect(await complete(['lexichord', 'search', 'login', '--kind', 'm'])).toEqual(['method', 'module']);
    expect(await complete(['lexichord', 'pack', 'fix', '--profile', 'b'])).toEqual(['bug-fix']);
    expect(await complete(['lexichord', 'pack', 'fix', '--template', ''])).toEqual(['json', 'markdown', 'xml']);
    expect(await complete(['lexichord', 'context', 'sources', '--filter', ''])).toEqual(['modified']);
    expect(await complete(['lexichord', '--tier', 'T'])).toEqual(['Teams']);
    expect(await complete(['lexichord', 'assemble', '--query', ''])).toEqual([]);
  });

  it('offers strategies where an id is wanted, and goes past the value of an option', async () => {
    expect(await complete(['lexichord', '--workspace', 'strategies', 'strategies', 'enable', 'd'])).toEqual([
      'document',
    ]);
  });

  it('offers files for a document, spaces in their names included', async () => {
    const folder = aFolder({ 'my notes.md': '', 'other.md': '' });

    expect(await complete(['lexichord', 'assemble', 'my'], folder)).toEqual(['my notes.md']);
    expect(await complete(['lexichord', 'index', 'my'], folder)).toEqual(['my notes.md']);
    expect(await complete(['lexichord', 'index', 'other.md', 'my'], folder)).toEqual(['my notes.md']);
    expect(await complete(['lexichord', 'search', 'login', '--path', 'o'], folder)).toEqual(['other.md']);
  });
});

describe.each(['zsh', 'fish'])('completion %s', (shell) => {
  it('names every command and its options', async () => {
    const { stdout } = await runCommand(['completion', shell], { workingDirectory: aFolder() });

    for (const word of ['assemble', 'tokenize', 'select-range', 'copilot', 'style', 'Enterprise']) {
      expect(stdout).toContain(word);
    }
  });

  it('is a script that the shell accepts, where it is installed', async () => {
    if (!hasShell(shell)) {
      process.stderr.write(`${shell} is not installed here, so its completion script was not tried.\n`);
      return;
    }
    const script = await scriptFor(shell, aFolder());

    expect(spawnSync(shell, ['-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('completion', () => {
  it('refuses another shell', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['completion', 'tcsh'], { workingDirectory: aFolder() });

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
