import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { type RunOptions, runCommand, runJson, runToError } from '../test-support/run-command.js';
import { headOf, message, withWordsIn, words } from '../test-support/word-conversations.js';

function tableFolder(workspace: string, table: string): string {
  return join(workspace, '.lexichord/db', `${table}.lance`);
}

/** Those of a table, the newest first. */
function manifests(workspace: string, table: string): readonly string[] {
  const folder = join(tableFolder(workspace, table), '_versions');
  const names = readdirSync(folder).filter((name) => name.endsWith('.manifest'));
  return names.sort().map((name) => join(folder, name));
}

function dataFilesWith(workspace: string, table: string, text: string): readonly string[] {
  const folder = join(tableFolder(workspace, table), 'data');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.filter((path) => readFileSync(path).includes(text));
}

/** In the part of the manifest that the store reads: before it, the commit is there once more. */
function flipBit(path: string, near: RegExp, { offset, bit }: { readonly offset: number; readonly bit: number }): void {
  const bytes = readFileSync(path);
  const start = Number(bytes.readBigInt64LE(bytes.length - 16));
  const found = bytes.subarray(start).toString('latin1').search(near);
  expect(found).toBeGreaterThan(0);
  const at = start + found + offset;
  bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at);
  writeFileSync(path, bytes);
}

const fileName = /\n8[01]{24}/u;
const deletions = /\x1a[\x0d-\x0f]\x10/u;

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['was removed', (path) => rmSync(path)],
  ['was emptied', (path) => truncateSync(path)],
  ['has no end', (path) => truncateSync(path, readFileSync(path).length - 20)],
  ['has one bit changed, in the name of a file', (path) => flipBit(path, fileName, { offset: 4, bit: 4 })],
  ['has one bit changed, in the first column', (path) => flipBit(path, /key/u, { offset: 1, bit: 1 })],
  ['has one bit changed, and is no message', (path) => flipBit(path, fileName, { offset: 0, bit: 1 })],
  ['has one bit changed, and names no deletions', (path) => flipBit(path, deletions, { offset: 0, bit: 0x20 })],
];

const exported = async (options: RunOptions, id: string): Promise<string> =>
  (await runCommand(['memory', 'export', id], options)).stdout;

describe('conversations whose newest manifest is damaged', () => {
  const table = 'conversation-log';

  it.each(damages)('come back byte for byte: it %s', async (_what, damage) => {
    const workingDirectory = await withWordsIn('c');
    const head = await headOf(workingDirectory, 'c');
    const before = await exported({ workingDirectory }, 'c');
    damage(manifests(workingDirectory, table)[0] ?? '');
    const found = await runCommand(['doctor'], { workingDirectory });

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect([found.exitCode, mended.exitCode]).toEqual([1, 0]);
    expect(mended.stdout).toContain(`mended: The file that names the newest version of table "${table}"`);
    expect(mended.stdout).toMatch(/all of the \d+ rows intact/u);
    expect(await exported({ workingDirectory }, 'c')).toBe(before);
    const verified = await runCommand(['memory', 'verify', 'c', '--head', head], { workingDirectory });
    expect(verified.exitCode).toBe(0);
    expect((await runCommand(['doctor'], { workingDirectory })).exitCode).toBe(0);
    await runJson(['memory', 'add', '-', '--conversation', 'c'], { workingDirectory, stdin: message('More.') });
    expect(await exported({ workingDirectory }, 'c')).toBe(before + message('More.'));
  });

  it.each([1, 2, 3])('do not bring back what was forgotten: %i are gone', async (count) => {
    const workingDirectory = await withWordsIn('c', 'forgotten');
    const before = await exported({ workingDirectory }, 'c');
    await runCommand(['memory', 'remove', 'forgotten', '--yes'], { workingDirectory });
    await runJson(['memory', 'add', '-', '--conversation', 'c'], { workingDirectory, stdin: message('More.') });
    for (const path of manifests(workingDirectory, table).slice(0, count)) rmSync(path);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringMatching(/all of the \d+ rows/u)]);
    expect(await exported({ workingDirectory }, 'c')).toBe(before + message('More.'));
    expect(await runToError(['memory', 'export', 'forgotten'], { workingDirectory })).toMatchObject({
      code: 'not-found',
    });
    expect((await runCommand(['doctor'], { workingDirectory })).exitCode).toBe(0);
  });

  it('lose the messages of a file that is damaged, too, and these are named', async () => {
    const workingDirectory = await withWordsIn('c');
    rmSync(manifests(workingDirectory, table)[0] ?? '');
    for (const path of dataFilesWith(workingDirectory, table, 'is gamma.')) truncateSync(path);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect(mended.exitCode).toBe(0);
    expect(mended.stdout).toMatch(/\d of its rows are intact and were kept; \d could not be read\./u);
    expect(mended.stdout).toContain('mended: Conversation "c": of 5 messages, 1 are lost (#3)');
    const after = await exported({ workingDirectory }, 'c');
    for (const word of words.filter((one) => one !== 'gamma')) expect(after).toContain(`The word is ${word}.`);
  });

  it('lose a message that was altered in the last file, too, and it is named', async () => {
    const workingDirectory = await withWordsIn('c');
    rmSync(manifests(workingDirectory, table)[0] ?? '');
    for (const path of dataFilesWith(workingDirectory, table, 'is epsilon.')) {
      const bytes = readFileSync(path);
      bytes.write('E', bytes.indexOf('epsilon'));
      writeFileSync(path, bytes);
    }

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect(mended.stdout).toContain('mended: Conversation "c": of 5 messages, 1 are lost (#5)');
    expect(await exported({ workingDirectory }, 'c')).not.toContain('Epsilon');
  });
});

describe('a knowledge graph whose newest manifest is damaged', () => {
  const table = 'knowledge-facts';
  const files = ['billing', 'ledger', 'orders'];

  function aGraph(): Promise<string> {
    return aPreparedFolder({
      name: 'services',
      files: Object.fromEntries(
        files.map((name) => [`${name}.yaml`, `entities:\n  - {type: Service, name: ${name}}\n`]),
      ),
      prepare: async (workingDirectory) => {
        for (const name of files) await runJson(['knowledge', 'import', `${name}.yaml`], { workingDirectory });
      },
    });
  }

  it.each(damages)('comes back whole: it %s', async (_what, damage) => {
    const workingDirectory = await aGraph();
    const before = await runCommand(['knowledge', 'export'], { workingDirectory });
    damage(manifests(workingDirectory, table)[0] ?? '');

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining('all of the 4 rows')]);
    expect(await runCommand(['knowledge', 'export'], { workingDirectory })).toEqual(before);
    expect((await runCommand(['doctor', '--deep'], { workingDirectory })).exitCode).toBe(0);
  });

  it('loses the facts of a file that is damaged, too, and counts them', async () => {
    const workingDirectory = await aGraph();
    rmSync(manifests(workingDirectory, table)[0] ?? '');
    for (const path of dataFilesWith(workingDirectory, table, 'ledger')) truncateSync(path);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });

    expect(mended.exitCode).toBe(0);
    expect(mended.stdout).toContain('mended: Knowledge graph, statements: 2 kept, 1 lost.');
    const { stdout } = await runCommand(['knowledge', 'export'], { workingDirectory });
    expect([stdout.includes('billing'), stdout.includes('ledger'), stdout.includes('orders')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
