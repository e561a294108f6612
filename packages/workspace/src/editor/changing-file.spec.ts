import { jest as jestOfModules } from '@jest/globals';
import * as fileSystem from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';

/** Done once, between a first step in which a file is read and the next. */
let afterFirstRead: (() => void) | undefined;

jestOfModules.unstable_mockModule('node:fs', () => ({
  ...fileSystem,
  readSync: (...args: Parameters<typeof fileSystem.readSync>) => {
    const bytesRead = fileSystem.readSync(...args);
    afterFirstRead?.();
    afterFirstRead = undefined;
    return bytesRead;
  },
}));
const { FileEditorService } = await import('./file-editor-service.js');

describe('a file that is written to while it is read', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-editor-')));
  });

  afterEach(async () => {
    afterFirstRead = undefined;
    await rm(root, { recursive: true, force: true });
  });

  it('is given in one version, never as parts of two', async () => {
    const [before, after] = ['odd\n'.repeat(1_000), 'even\n'.repeat(3_000)];
    const file = join(root, 'a.md');
    await writeFile(file, before);
    const options = parseOptions(workspaceOptionsSchema, { root }, 'options');
    const logger = new RecordingLogger();
    const editor = new FileEditorService(new WorkspaceGuard(options, logger), options, new SystemClock(), logger);
    afterFirstRead = () => fileSystem.writeFileSync(file, after);

    const { content } = await editor.getDocument('a.md');

    expect(content === after).toBe(true);
    expect(afterFirstRead).toBeUndefined();
  });
});
