import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { Readable } from 'node:stream';

import { runWarm } from './run-warm.js';
import { type AWarmWorkspace, WarmWorkspaces, aRun } from './test-support/a-warm-workspace.js';
import type { WarmRecord } from './warm-record.js';

const workspaces = new WarmWorkspaces();
const aWorkspace = workspaces.make;

afterEach(() => workspaces.dispose());

async function run(record: WarmRecord): Promise<string> {
  const nothing = (): void => undefined;
  const io = { stdin: Readable.from([]), stdout: nothing, stderr: nothing };
  const { kind } = await runWarm(record, aRun('map'), { identity: 'version 1', helloMs: 0, signal: undefined, ...io });
  return kind;
}

describe('the end of a warm process', () => {
  it('comes when nobody has asked for long enough, and not while a command runs', async () => {
    const workspace = aWorkspace();
    let finish: (exitCode: number) => void = () => undefined;
    let hasBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const server = await workspace.serve({
      idleMinutes: 2,
      run: () => {
        hasBegun();
        return new Promise((resolve) => (finish = resolve));
      },
    });
    const running = run(workspace.record);
    await begun;
    workspace.clock.advance(10 * 60_000);
    finish(0);
    expect(await running).toBe('done');

    workspace.clock.advance(119_000);
    expect(workspace.find()).toBeDefined();
    workspace.clock.advance(2_000);

    expect(await server.ended).toBe('idle');
    expect(workspace.find()).toBeUndefined();
  });

  it('does not come for idleness while the process brings its index up to date', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ idleMinutes: 1 });
    const isDone = server.begin();

    workspace.clock.advance(10 * 60_000);
    expect(await run(workspace.record)).toBe('done');
    isDone();
    workspace.clock.advance(60_000);

    expect(await server.ended).toBe('idle');
  });

  it.each([
    ['its workspace has gone', 'workspace-gone', (w: AWarmWorkspace) => rmSync(w.workspaceRoot, { recursive: true })],
    ['Lexichord is updated', 'updated', (w: AWarmWorkspace) => (w.identity = 'version 2')],
    ['its record has gone', 'replaced', (w: AWarmWorkspace) => rmSync(w.folder, { recursive: true })],
  ])('comes when %s', async (_when, end, act) => {
    const workspace = aWorkspace();
    const server = await workspace.serve();

    act(workspace);
    workspace.clock.advance(1_000);

    expect(await server.ended).toBe(end);
    expect(existsSync(workspace.folder) ? readdirSync(workspace.folder) : []).toEqual([]);
  });

  it('comes when Lexichord cannot be read, as while it is being installed', async () => {
    const workspace = aWorkspace();
    let isInstalled = true;
    const identity = (): string => {
      if (isInstalled) return 'version 1';
      throw new SyntaxError('Unexpected end of JSON input');
    };
    const server = await workspace.serve({ identity });

    isInstalled = false;
    workspace.clock.advance(1_000);

    expect(await server.ended).toBe('updated');
    expect(readdirSync(workspace.folder)).toEqual([]);
  });

  it('does not come while the workspace cannot be looked up', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ idleMinutes: 1 });
    const { workspaceRoot } = workspace;
    renameSync(workspaceRoot, `${workspaceRoot}.aside`);
    symlinkSync(workspaceRoot, workspaceRoot);

    workspace.clock.advance(3_000);
    rmSync(workspaceRoot);
    renameSync(`${workspaceRoot}.aside`, workspaceRoot);

    expect(await run(workspace.record)).toBe('done');
    workspace.clock.advance(60_000);
    expect(await server.ended).toBe('idle');
  });
});
