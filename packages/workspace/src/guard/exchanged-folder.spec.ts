import { jest as jestOfModules } from '@jest/globals';
import * as fileSystem from 'node:fs';
import {
  mkdirSync,
  mkdtempSync,
  closeSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { workspaceOptionsSchema } from '../workspace-options.js';

/** What happens before a file's facts are asked for, before it is opened, and before its path is resolved again. */
let beforeStat: (() => void) | undefined;
let beforeOpen: (() => void) | undefined;
let beforeSecondLook: (() => void) | undefined;

const realpath = Object.assign((path: string) => realpathSync(path), {
  native: (path: string) => {
    beforeSecondLook?.();
    return realpathSync.native(path);
  },
});

jestOfModules.unstable_mockModule('node:fs', () => ({
  ...fileSystem,
  statSync: (...args: Parameters<typeof fileSystem.statSync>) => {
    if (!String(args[0]).endsWith('.agentignore')) beforeStat?.();
    return fileSystem.statSync(...args);
  },
  openSync: (...args: Parameters<typeof fileSystem.openSync>) => {
    beforeOpen?.();
    return fileSystem.openSync(...args);
  },
  realpathSync: realpath,
}));
const { WorkspaceGuard } = await import('./workspace-guard.js');
const { openGuardedFile } = await import('./open-guarded-file.js');
const { FileEditorService } = await import('../editor/file-editor-service.js');
const { GuardedFileReader } = await import('./guarded-file-reader.js');

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a folder that is exchanged for a link and back while a file in it is read', () => {
  let parent: string;
  let root: string;

  beforeEach(() => {
    parent = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-exchange-')));
    root = join(parent, 'work');
    for (const folder of ['work/docs', 'work/.agent', 'elsewhere'])
      mkdirSync(join(parent, folder), { recursive: true });
  });

  afterEach(() => {
    beforeStat = beforeOpen = beforeSecondLook = undefined;
    rmSync(parent, { recursive: true, force: true });
  });

  /** A folder of the workspace, and beside it a link to the one outside, that change places whenever it is asked for. */
  function exchanging(folder: string): { readonly toLink: () => void; readonly toFolder: () => void } {
    const [path, kept, link] = [join(root, folder), join(root, `${folder}.kept`), join(parent, 'link')];
    symlinkSync(join(parent, 'elsewhere'), link);
    let isLink = false;
    const exchange = (away: string, back: string): void => {
      renameSync(path, away);
      renameSync(back, path);
      isLink = !isLink;
    };
    return {
      toLink: () => !isLink && exchange(kept, link),
      toFolder: () => isLink && exchange(link, kept),
    } as const;
  }

  const options = () => parseOptions(workspaceOptionsSchema, { root }, 'options');
  const guardNow = () => new WorkspaceGuard(options(), new RecordingLogger());

  it('never gives the file outside, although each look at the path finds what it should', async () => {
    writeFileSync(join(root, 'docs/a.md'), 'inside');
    writeFileSync(join(parent, 'elsewhere/a.md'), 'outside');
    const { toLink, toFolder } = exchanging('docs');
    const logger = new RecordingLogger();
    const editor = new FileEditorService(guardNow(), options(), new SystemClock(), logger);
    [beforeStat, beforeOpen, beforeSecondLook] = [toLink, toLink, toFolder];

    const read = await editor.getContent('docs/a.md').catch((error: unknown) => error);

    expect(read).toMatchObject({ code: 'io-failed' });
  });

  it('never gives the bytes of the file outside to a reader of configuration', async () => {
    writeFileSync(join(root, '.agent/style.yml'), 'inside');
    writeFileSync(join(parent, 'elsewhere/style.yml'), 'outside');
    const { toLink, toFolder } = exchanging('.agent');
    const reader = new GuardedFileReader(guardNow());
    [beforeStat, beforeOpen, beforeSecondLook] = [toLink, toLink, toFolder];

    const read = await reader.readBytes('.agent/style.yml', { maxSizeBytes: 100 }).catch((error: unknown) => error);

    expect(read).toMatchObject({
      code: 'io-failed',
      message: expect.stringContaining('was changed each of the 3 times') as unknown,
    });
  });

  it('is not mixed up with a file that was removed or replaced while it was open', async () => {
    writeFileSync(join(root, 'docs/a.md'), 'inside');
    const guard = guardNow();
    const file = await guard.checkFile('docs/a.md', { maxSizeBytes: 100 });
    let replaced = 0;
    beforeSecondLook = () => {
      replaced += 1;
      writeFileSync(join(root, 'new.md'), 'the next version');
      renameSync(join(root, 'new.md'), join(root, 'docs/a.md'));
    };

    const opened = openGuardedFile(file, guard);

    expect([replaced, opened?.sizeBytes]).toEqual([1, 'inside'.length]);
    closeSync(opened?.descriptor ?? -1);
  });

  it('does not matter to a workspace that is itself reached through a link', async () => {
    writeFileSync(join(root, 'docs/a.md'), 'inside');
    symlinkSync(root, join(parent, 'named'));
    const linked = parseOptions(workspaceOptionsSchema, { root: join(parent, 'named') }, 'options');
    const logger = new RecordingLogger();
    const editor = new FileEditorService(new WorkspaceGuard(linked, logger), linked, new SystemClock(), logger);

    expect(await editor.getContent('docs/a.md')).toBe('inside');
    expect(await editor.getContent(join(parent, 'named/docs/a.md'))).toBe('inside');
  });
});
