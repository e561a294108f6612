import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { git } from '../test-support/git-repository.js';
import { chatFile } from '../test-support/memory-workspace.js';
import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { type CommandResult, aFolder, runCommand, runJson } from '../test-support/run-command.js';

/** Whoever made the state, and whoever gets it. */
const someone = aFolder;

async function run(home: string, workingDirectory: string, argv: readonly string[]): Promise<CommandResult> {
  return runCommand(argv, { workingDirectory, environment: { HOME: home } });
}

const list = ['memory', 'list', '--json'] as const;
const conversationsIn = ({ stdout }: CommandResult): readonly unknown[] =>
  (JSON.parse(stdout) as { conversations: readonly unknown[] }).conversations;

/** A workspace with a conversation and an index, and the home of its owner. */
async function aUsedWorkspace(): Promise<{ readonly home: string; readonly workspace: string }> {
  const placesIn = (folder: string) => ({ home: join(folder, 'home'), workspace: join(folder, 'workspace') });
  const folder = await aPreparedFolder({
    name: 'used',
    files: {
      'home/.keep': '',
      'workspace/.agent/.keep': '',
      'workspace/chat.jsonl': chatFile(),
      'workspace/notes.md': '# Zebra crossing\n\nLook left, then right.\n',
    },
    prepare: async (made) => {
      const { home, workspace } = placesIn(made);
      for (const argv of [['memory', 'add', 'chat.jsonl', '--conversation', 'chat'], ['index']]) {
        expect((await run(home, workspace, argv)).exitCode).toBe(0);
      }
    },
  });
  return placesIn(folder);
}

describe('state that came with a workspace', () => {
  it('is set aside with a warning by any command, which goes on with fresh state', async () => {
    const { workspace } = await aUsedWorkspace();
    const victim = aFolder({ 'thesis.txt': 'years of work' });
    utimesSync(join(victim, 'thesis.txt'), 1_000_000, 1_000_000);
    const indices = join(workspace, '.lexichord/db/search-chunks.lance/_indices');
    mkdirSync(indices, { recursive: true });
    symlinkSync(victim, join(indices, '11111111-1111-1111-1111-111111111111'));

    const packed = await run(someone(), workspace, ['pack', 'where to look at a zebra crossing']);

    expect(packed.exitCode).toBe(0);
    expect(packed.stdout).toContain('Look left, then right.');
    expect(packed.stderr).toContain('warning: The state in .lexichord was not opened');
    expect(packed.stderr).toContain('lexichord doctor --adopt .lexichord.aside-1');
    expect(readFileSync(join(victim, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect(packed.stdout).not.toContain('aside');
  });

  it('is warned of on standard error in JSON, too', async () => {
    const { workspace } = await aUsedWorkspace();

    const { stdout, stderr } = await run(someone(), workspace, list);

    expect(JSON.parse(stdout)).toMatchObject({ conversations: [] });
    expect(JSON.parse(stderr)).toMatchObject({ warning: { code: 'foreign-state' } });
  });

  it('is taken up by its user, and what was in use is set aside', async () => {
    const { workspace } = await aUsedWorkspace();
    const home = someone();
    await run(home, workspace, ['index']);

    const adopted = await run(home, workspace, ['doctor', '--adopt', '.lexichord.aside-1/']);

    expect([adopted.exitCode, adopted.stderr]).toEqual([0, '']);
    expect(adopted.stdout).toContain('is in use again. The former state is now .lexichord.aside-2.');
    expect(conversationsIn(await run(home, workspace, list))).toHaveLength(1);
    const again = await run(home, workspace, ['doctor', '--adopt', '.lexichord.aside-2', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ adopted: { setAside: '.lexichord.aside-1' } });
    expect(conversationsIn(await run(home, workspace, list))).toHaveLength(0);
  });

  it.each([
    [['--trust-state'], {}],
    [[], { LEXICHORD_TRUST_STATE: '1' }],
  ])('is opened with %j and %j, for caches that a build server restores', async (flags, variables) => {
    const { workspace } = await aUsedWorkspace();

    const { stdout, stderr } = await runCommand([...list, ...flags], {
      workingDirectory: workspace,
      environment: { HOME: someone(), ...variables },
    });

    expect([(JSON.parse(stdout) as { conversations: object[] }).conversations.length, stderr]).toEqual([1, '']);
  });

  it('is left where it is when git tracks it, and never used', async () => {
    const { home, workspace } = await aUsedWorkspace();
    git(workspace, ['init', '--quiet']);
    git(workspace, ['add', '--force', '.lexichord']);

    const seen = await run(home, workspace, list);
    await run(home, workspace, ['index']);

    expect(conversationsIn(seen)).toEqual([]);
    expect(seen.stderr).toContain('git rm -r --cached .lexichord');
    expect(git(workspace, ['status', '--porcelain', '.lexichord'])).not.toMatch(/^.[MD]/mu);
    git(workspace, ['rm', '-r', '--quiet', '--cached', '.lexichord']);
    expect(conversationsIn(await run(home, workspace, list))).toHaveLength(1);
  });
});

describe('state of one’s own', () => {
  it.each([
    ['renamed', renameSync],
    ['copied', (from: string, to: string) => cpSync(from, to, { recursive: true })],
  ])('stays in use in a workspace that was %s: index, knowledge and conversations', async (_what, move) => {
    const { home, workspace } = await aUsedWorkspace();
    const facts = aFolder({ 'facts.yaml': 'entities:\n  - {type: Service, name: Billing}\n' });
    await run(home, workspace, ['knowledge', 'import', join(facts, 'facts.yaml')]);
    const before = await run(home, workspace, ['knowledge', 'show', 'Billing', '--json']);
    const elsewhere = join(aFolder(), 'another name');
    move(workspace, elsewhere);

    const after = await run(home, elsewhere, ['knowledge', 'show', 'Billing', '--json']);
    const index = await runJson(['index'], { workingDirectory: elsewhere, environment: { HOME: home } });

    expect(before.exitCode).toBe(0);
    expect(after).toEqual(before);
    expect(conversationsIn(await run(home, elsewhere, list))).toHaveLength(1);
    expect(index).toMatchObject({ changed: 0 });
    expect(readdirSync(elsewhere).filter((name) => name.includes('aside'))).toEqual([]);
  });
});
