import { writeFileSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock, parseOptions } from '@lexichord/platform';
import { RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { FileEditorService } from './file-editor-service.js';

describe('a file that is written to while it is read', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-editor-')));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true, force: true });
  });

  it('T-016 AC-020: is given in one version, never as parts of two', async () => {
    const [before, after] = ['odd\n'.repeat(1_000), 'even\n'.repeat(3_000)];
    const file = join(root, 'a.md');
    await writeFile(file, before);
    const options = parseOptions(workspaceOptionsSchema, { root }, 'options');
    const logger = new RecordingLogger();
    const editor = new FileEditorService(new WorkspaceGuard(options, logger), options, new SystemClock(), logger);
    await afterFirstRead(file, () => writeFileSync(file, after));

    const { content } = await editor.getDocument('a.md');

    expect(content === after).toBe(true);
  });

  /** Does something between the first step in which any file is read and the next. */
  async function afterFirstRead(path: string, work: () => void): Promise<void> {
    const handle = await open(path);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const read = Reflect.get(prototype, 'read') as (...args: unknown[]) => Promise<never>;
    let next: (() => void) | undefined = work;
    jest.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
      const result = await read.apply(this, args);
      next?.();
      next = undefined;
      return result;
    });
  }
});
