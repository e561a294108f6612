import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SystemClock } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { FileEditorService } from '../editor/file-editor-service.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { WorkspaceGuard } from './workspace-guard.js';

/** Without a judgement of the open file, some of so many reads give the file outside. */
const reads = 60_000;

const script = fileURLToPath(new URL('./test-support/exchange-folders.mjs', import.meta.url));

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a process that keeps exchanging a folder of the workspace for a link', () => {
  let parent: string;
  let exchanging: ChildProcess;

  beforeEach(async () => {
    parent = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-race-')));
    const [docs, elsewhere, link] = [join(parent, 'work/docs'), join(parent, 'elsewhere'), join(parent, 'link')];
    for (const folder of [docs, elsewhere]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(docs, 'a.md'), 'inside');
    writeFileSync(join(elsewhere, 'a.md'), 'outside');
    symlinkSync(elsewhere, link);
    exchanging = spawn(process.execPath, [script, docs, join(parent, 'work/kept'), link], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(exchanging.stdout ?? exchanging, 'data');
  });

  afterEach(async () => {
    const ended = once(exchanging, 'close');
    exchanging.kill('SIGKILL');
    await ended;
    rmSync(parent, { recursive: true, force: true });
  });

  it('never gets the file outside read', async () => {
    const options = parseOptions(workspaceOptionsSchema, { root: join(parent, 'work') }, 'options');
    const logger = new RecordingLogger();
    const results = new Map<string, number>();
    for (let read = 0; read < reads; read += 1) {
      // A new one each time, because what has been read once is known.
      const editor = new FileEditorService(new WorkspaceGuard(options, logger), options, new SystemClock(), logger);
      const result = await editor.getContent('docs/a.md').catch(() => 'nothing');
      results.set(result, (results.get(result) ?? 0) + 1);
    }

    expect(results.get('outside') ?? 0).toBe(0);
    expect(results.get('inside')).toBeGreaterThan(0);
  });
});
