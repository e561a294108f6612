import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

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
    expect(stdout).toContain('"lexichord index" makes the search index');
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
});
