import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import type { TableReport } from '@lexichord/abstractions';

import { chatFile } from '../test-support/memory-workspace.js';
import { aPreparedFolder } from '../test-support/prepared-folder.js';
import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

/** Cuts off the newest manifest of the chunk table, as a crash in the middle of a commit would. */
function damageChunks(workingDirectory: string): void {
  const versions = join(workingDirectory, '.lexichord', 'db', 'search-chunks.lance', '_versions');
  // Manifests are named so that the newest sorts first.
  const [newest = ''] = readdirSync(versions)
    .filter((name) => name.endsWith('.manifest'))
    .sort();
  truncateSync(join(versions, newest), 10);
}

describe('doctor', () => {
  it('says that nothing is kept where nothing was indexed, and leaves nothing behind', async () => {
    const workingDirectory = aFolder({ 'a.md': '# A\n' });

    const { exitCode, stdout, stderr } = await runCommand(['doctor'], { workingDirectory });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Run "lexichord index" to build the search index');
    expect(readdirSync(workingDirectory)).toEqual(['a.md']);
  });

  it('finds a table that a crash has cut off, and mends it so that everything is found again', async () => {
    const workingDirectory = aFolder({ 'a.md': '# Zebra crossing\n\nLook left, then right.\n' });
    await runJson(['index'], { workingDirectory });
    const whole = await runCommand(['doctor'], { workingDirectory });
    damageChunks(workingDirectory);

    const broken = await runCommand(['doctor'], { workingDirectory });
    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });
    const { hits } = await runJson(['search', 'zebra crossing'], { workingDirectory });

    expect([whole.exitCode, broken.exitCode, mended.exitCode]).toEqual([0, 1, 0]);
    expect(whole.stdout).toMatch(/search-chunks .*ok/u);
    expect(mended.stdout).toContain('mended: ');
    expect(hits).toMatchObject([{ filePath: 'a.md' }]);
  });

  it.each([
    ['search-files', 'index'],
    ['search-chunks', 'index'],
    ['knowledge-vectors', 'knowledge import facts.json'],
    ['compressed-segments', 'memory show chat'],
  ])('says of the table %s what makes it again, and "%s" does', async (table, remake) => {
    const workingDirectory = await aPreparedFolder({
      name: 'zebra',
      files: {
        '.agent/.keep': '',
        'chat.jsonl': chatFile(),
        'notes.md': '# Zebra crossing\n',
        'facts.json': JSON.stringify({ knowledge: 1, entities: [{ type: 'Component', name: 'Zebra' }] }),
      },
      prepare: async (folder) => {
        for (const command of ['index', 'knowledge import facts.json', 'memory add chat.jsonl --conversation chat']) {
          await runCommand(command.split(' '), { workingDirectory: folder });
        }
      },
    });
    const rowsOf = async (): Promise<unknown> => {
      const { tables } = (await runJson(['doctor'], { workingDirectory })) as { tables: readonly TableReport[] };
      return tables.find(({ name }) => name === table)?.rows;
    };
    const before = await rowsOf();
    const folder = join(workingDirectory, '.lexichord/db', `${table}.lance`);
    const versions = join(folder, '_versions');
    for (const name of readdirSync(versions)) truncateSync(join(versions, name), 10);

    const mended = await runCommand(['doctor', '--repair'], { workingDirectory });
    const gone = await rowsOf();
    await runCommand(remake.split(' '), { workingDirectory });

    const [command = ''] = remake.split(' facts');
    expect(mended.stdout).toContain(`Table "${table}" could not be read and was removed.`);
    expect(mended.stdout).toContain(
      command === 'memory show chat' ? 'The next command that shows' : `"lexichord ${command}"`,
    );
    expect([gone, before]).toEqual([undefined, expect.any(Number)]);
    expect(await rowsOf()).toBe(before);
  });
});
