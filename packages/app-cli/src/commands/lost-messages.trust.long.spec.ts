import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aChatWorkspace, chatFile, chatLines } from '../test-support/memory-workspace.js';
import { aFolder, runCommand } from '../test-support/run-command.js';

/** Where a row of the conversation `chat` stands, which it is found by: 0 is its head, 1 the first message. */
function placeOf(row: number): Buffer {
  const hash = createHash('sha256').update('chat').digest().readUInt32BE();
  const place = Buffer.alloc(8);
  place.writeDoubleLE((hash >>> 6) * 2 ** 27 + row);
  return place;
}

/** Flips the highest bit of a row's place, which has it elsewhere than all others. */
function misplace(workspace: string, row: number): void {
  const folder = join(workspace, '.lexichord/db/conversation-log.lance/data');
  let found = 0;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const at = bytes.indexOf(placeOf(row));
    if (at < 0) continue;
    bytes.writeUInt8(bytes.readUInt8(at + 7) ^ 0x80, at + 7);
    writeFileSync(join(folder, name), bytes);
    found += 1;
  }
  expect(found).toBe(1);
}

const hash = createHash('sha256').update('chat').digest('hex').slice(0, 8);

describe('a conversation of which a row is in another place than it was', () => {
  it.each([
    'memory export chat',
    'memory recall chat bakery',
    'memory find bakery',
    'memory show chat --level full',
    `memory expand ${hash}-1 --from brief --to full`,
    'memory verify chat',
    'memory backup BACKUP',
  ])('is not shown without its message, and the exit code says so: %s', async (command) => {
    const workingDirectory = await aChatWorkspace();
    misplace(workingDirectory, 5);
    const backup = join(aFolder(), 'memory.backup');

    const { exitCode, stdout, stderr } = await runCommand(command.replace('BACKUP', backup).split(' '), {
      workingDirectory,
    });

    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(/changed or damaged after|was changed or is damaged/u);
  });

  it('prints nothing of an export whose last message is missing', async () => {
    const workingDirectory = aFolder({ 'long.jsonl': chatFile(chatLines(200)) });
    await runCommand('memory add long.jsonl --conversation chat'.split(' '), { workingDirectory });
    const before = await runCommand(['memory', 'export', 'chat'], { workingDirectory });
    misplace(workingDirectory, 200);

    const { exitCode, stdout, stderr } = await runCommand(['memory', 'export', 'chat'], { workingDirectory });

    expect(before.stdout).toBe(chatFile(chatLines(200)));
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('its message #200 is missing');
  });

  it.each([
    'memory export chat',
    'memory recall chat bakery',
    'memory show chat',
    'memory list',
    'memory add chat.jsonl --conversation chat',
    'memory remove chat',
    'memory backup BACKUP',
  ])('is not taken for none without its head: %s', async (command) => {
    const workingDirectory = await aChatWorkspace();
    misplace(workingDirectory, 0);
    const backup = join(aFolder(), 'memory.backup');

    const { exitCode, stderr } = await runCommand(command.replace('BACKUP', backup).split(' '), { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stderr).toContain('changed or damaged after');
  });

  it.each([0, 5])('is left out of an assembly, which says why (row %i)', async (row) => {
    const workingDirectory = await aChatWorkspace({ 'plan.md': '# Plan\n\nThe bakery.\n' });
    const assemble = ['assemble', 'plan.md', '--conversation', 'chat'];
    const before = await runCommand(assemble, { workingDirectory });
    misplace(workingDirectory, row);

    const { stdout, stderr } = await runCommand(assemble, { workingDirectory });

    expect(before.stdout).toContain('Blauwasser');
    expect(stdout).not.toContain('Blauwasser');
    expect(stderr.replaceAll(/\s+/gu, ' ')).toMatch(/Conversation failed: .* was changed or damaged after/u);
  });

  it('is named in the list by its hash when its id is lost, and a repair keeps it under another', async () => {
    const workingDirectory = aFolder({ 'short.jsonl': chatFile(chatLines(2)) });
    for (const name of ['chat', 'other']) {
      await runCommand(['memory', 'add', 'short.jsonl', '--conversation', name], { workingDirectory });
    }
    const { stdout: stored } = await runCommand(['memory', 'export', 'chat'], { workingDirectory });
    misplace(workingDirectory, 0);
    const damaged = await runCommand(['memory', 'list', '--json'], { workingDirectory });

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    const recovered = `recovered-${hash}`;
    expect(damaged.exitCode).toBe(1);
    expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining(recovered)]);
    const list = await runCommand(['memory', 'list'], { workingDirectory });
    expect([list.exitCode, list.stderr]).toEqual([0, '']);
    expect((await runCommand(['memory', 'export', recovered], { workingDirectory })).stdout).toBe(stored);
    const backup = join(aFolder(), 'memory.backup');
    expect((await runCommand(['memory', 'backup', backup], { workingDirectory })).exitCode).toBe(0);
  });

  it('is given back by a repair but for that message', async () => {
    const workingDirectory = await aChatWorkspace();
    misplace(workingDirectory, 5);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    const { stdout } = await runCommand(['memory', 'export', 'chat'], { workingDirectory });
    expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining('1 are lost (#5)')]);
    const lines = chatFile().split('\n');
    expect(stdout.split('\n').filter((line) => lines.includes(line))).toHaveLength(chatLines().length);
  });
});
