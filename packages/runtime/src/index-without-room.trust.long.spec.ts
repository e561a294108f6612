import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ErrorCode } from '@lexichord/abstractions';

import { IndexProcesses } from './test-support/index-processes.js';
import { IndexedWorkspaces, commonWord, generatedFiles } from './test-support/indexed-workspace.js';

describe('an index run', () => {
  const workspaces = new IndexedWorkspaces();
  const processes = new IndexProcesses();

  beforeAll(async () => {
    // Compiles what the limited process could not write.
    const first = processes.start(await workspaces.folder(generatedFiles(3)));
    await first.ready();
    first.begin();
    await first.outcome();
  });

  afterAll(async () => {
    await processes.dispose();
    await workspaces.dispose();
  });

  it('that finds no room says so, and leaves a store that can be read and completed', async () => {
    const root = await workspaces.folder(generatedFiles(5));
    await workspaces.index(root);
    const before = await workspaces.contents(root);
    await writeFile(join(root, 'large.md'), generatedText(3_000));

    // Files of at most 8 KB, as when the disk is full after them.
    const child = processes.start(root, { limits: 'ulimit -f 16; trap "" XFSZ' });
    await child.ready();
    child.begin();
    const outcome = await child.outcome();

    expect(outcome).toMatchObject({ code: ErrorCode.storageFailed });
    expect(JSON.stringify(outcome)).not.toContain(commonWord);
    expect(await workspaces.contents(root)).toEqual(before);
    await workspaces.index(root);
    expect(await workspaces.contents(root)).toEqual(await workspaces.undisturbed(root));
  });
});

function generatedText(lines: number): string {
  return Array.from({ length: lines }, (_, number) => `Line ${number} of a ${commonWord}, ${number * 7919}.`).join(
    '\n',
  );
}
