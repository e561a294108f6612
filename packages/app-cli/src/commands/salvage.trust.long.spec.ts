import { readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aChatWorkspace } from '../test-support/memory-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';
import { headOf, withWordsIn, words } from '../test-support/word-conversations.js';

/** The files that hold a text, below the workspace's state. */
function filesWith(workspace: string, text: string): readonly string[] {
  const db = join(workspace, '.lexichord/db');
  return readdirSync(db, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.damaged-'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

describe('a conversation whose files are damaged', () => {
  it.each(['memory export c', 'memory recall c word', 'memory show c --level full', 'memory verify c'])(
    'is never shown with a letter changed: %s',
    async (command) => {
      const workingDirectory = await withWordsIn('c');
      for (const path of filesWith(workingDirectory, 'is gamma.')) {
        const bytes = readFileSync(path);
        bytes.set(Buffer.from('kappa'), bytes.indexOf('gamma'));
        writeFileSync(path, bytes);
      }

      const { exitCode, stdout, stderr } = await runCommand(command.split(' '), { workingDirectory });

      expect(exitCode).not.toBe(0);
      expect(stdout + stderr).not.toContain('is kappa');
      expect(stderr).toContain('changed or damaged after');
      expect(stderr).toContain('lexichord doctor --repair');
    },
  );

  it.each(['emptied', 'removed'])('gives back every other message after a file was %s', async (damage) => {
    const workingDirectory = await withWordsIn('c');
    for (const path of filesWith(workingDirectory, 'is gamma.')) {
      if (damage === 'emptied') truncateSync(path);
      else rmSync(path);
    }
    const broken = await runCommand(['doctor'], { workingDirectory });

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    const { stdout } = await runCommand(['memory', 'export', 'c'], { workingDirectory });
    expect([broken.exitCode, mended.exitCode]).toEqual([1, 0]);
    for (const word of words.filter((one) => one !== 'gamma')) expect(stdout).toContain(`The word is ${word}.`);
    expect(stdout).toContain('was lost');
    expect(mended.stdout).toContain('mended: Table "conversation-log" was damaged');
    expect(mended.stdout).toContain('mended: Conversation "c": of 5 messages, 1 are lost (#3)');
    expect((await runCommand(['memory', 'verify', 'c'], { workingDirectory })).exitCode).toBe(0);
    expect((await runCommand(['doctor'], { workingDirectory })).exitCode).toBe(0);
  });

  it('gives back every message but those of the last command after the file of that was emptied', async () => {
    const workingDirectory = await withWordsIn('c');
    for (const path of filesWith(workingDirectory, 'is epsilon.')) truncateSync(path);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    const { stdout } = await runCommand(['memory', 'export', 'c'], { workingDirectory });
    expect(mended.exitCode).toBe(0);
    expect(mended.stdout).toContain('1 of them in their state before the last changes');
    for (const word of words.slice(0, -1)) expect(stdout).toContain(`The word is ${word}.`);
    expect((await runCommand(['memory', 'verify', 'c'], { workingDirectory })).exitCode).toBe(0);
  });

  it('has every level made again that was changed', async () => {
    const workingDirectory = await aChatWorkspace();
    const show = ['memory', 'show', 'chat', '--level', 'brief'];
    const before = await runCommand(show, { workingDirectory });
    const levels = filesWith(workingDirectory, 'Blauwasser').filter((path) => path.includes('compressed-segments'));
    for (const path of levels) {
      const bytes = readFileSync(path);
      for (let at = bytes.indexOf('Blauwasser'); at >= 0; at = bytes.indexOf('Blauwasser'))
        bytes.write('Rotwasser!', at);
      writeFileSync(path, bytes);
    }

    const after = await runCommand(show, { workingDirectory });

    expect(levels).not.toEqual([]);
    expect(before.stdout).toContain('Blauwasser');
    expect(after.stdout).toBe(before.stdout);
  });

  it('comes back whole from a backup', async () => {
    const workingDirectory = await withWordsIn('c');
    const head = await headOf(workingDirectory, 'c');
    const backup = join(aFolder(), 'memory.backup');
    const { stdout: before } = await runCommand(['memory', 'export', 'c'], { workingDirectory });
    const backedUp = await runCommand(['memory', 'backup', backup], { workingDirectory });
    const elsewhere = aFolder();

    const restored = await runCommand(['memory', 'restore', backup], { workingDirectory: elsewhere });

    expect([backedUp.exitCode, restored.exitCode, restored.stdout]).toEqual([0, 0, 'Restored 1 conversation.\n']);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const { stdout: after } = await runCommand(['memory', 'export', 'c'], { workingDirectory: elsewhere });
    expect(after).toBe(before);
    const verified = await runCommand(['memory', 'verify', 'c', '--head', head], { workingDirectory: elsewhere });
    expect(verified.exitCode).toBe(0);
    expect((await runJson(['memory', 'restore', backup], { workingDirectory: elsewhere }))['unchanged']).toEqual(['c']);
    expect(await runToError(['memory', 'backup', backup], { workingDirectory })).toMatchObject({
      code: 'invalid-argument',
    });
    writeFileSync(backup, readFileSync(backup, 'utf8').replace('delta', 'Delta'));
    expect(await runToError(['memory', 'restore', backup], { workingDirectory: aFolder() })).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('Nothing was restored') as string,
    });
  });
});

describe('a knowledge graph', () => {
  it('comes back from a backup with its history', async () => {
    const workingDirectory = aFolder({ 'facts.yaml': 'entities:\n  - {type: Service, name: Billing}\n' });
    await runJson(['knowledge', 'import', 'facts.yaml'], { workingDirectory });
    writeFileSync(join(workingDirectory, 'facts.yaml'), 'entities:\n  - {type: Service, name: Ledger}\n');
    await runJson(['knowledge', 'import', 'facts.yaml'], { workingDirectory });
    const exported = await runCommand(['knowledge', 'export'], { workingDirectory });
    const backup = join(aFolder(), 'knowledge.backup');
    await runJson(['knowledge', 'backup', backup], { workingDirectory });
    rmSync(join(workingDirectory, '.lexichord'), { recursive: true });

    const report = await runJson(['knowledge', 'restore', backup], { workingDirectory });

    expect(report).toMatchObject({ isUnchanged: false });
    expect(await runCommand(['knowledge', 'export'], { workingDirectory })).toEqual(exported);
    expect(await runJson(['knowledge', 'restore', backup], { workingDirectory })).toMatchObject({ isUnchanged: true });
    expect(
      await runToError(['knowledge', 'restore', backup], { workingDirectory: aFolder({ '.agent/.keep': '' }) }),
    ).toMatchObject({ code: 'invalid-argument', message: expect.stringContaining('knowledge.workspace') as string });
    writeFileSync(join(workingDirectory, 'facts.yaml'), 'entities:\n  - {type: Service, name: Other}\n');
    await runJson(['knowledge', 'import', 'facts.yaml'], { workingDirectory });
    expect(await runToError(['knowledge', 'restore', backup], { workingDirectory })).toMatchObject({
      message: expect.stringContaining('already has a different knowledge graph') as string,
    });
  });
});
