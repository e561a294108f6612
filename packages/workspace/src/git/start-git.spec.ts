import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';

import { type GitCall, type GitProcess, startGit } from '../../worker/start-git.mjs';
import { GitLauncher } from './git-launcher.js';
import { GitStarter } from './start-git.js';
import { ARepository, day } from './test-support/a-repository.js';

const isLinux = process.platform === 'linux';

/** The parent of the process that this one runs in prints its number, as Linux has it. */
const printParent = "alias.parent=!cut -d ' ' -f 4 /proc/$PPID/stat";

describe('A process of git', () => {
  let pipes = 0;
  let repository: ARepository;
  let launcher: GitLauncher;

  beforeAll(async () => {
    repository = await ARepository.make();
    await repository.commit(day(1), 'a.ts');
  });

  beforeEach(() => {
    launcher = new GitLauncher(60_000);
  });

  afterEach(() => launcher.close());

  afterAll(() => repository.remove());

  const callOf = (...args: readonly string[]): GitCall => ({
    args: ['-C', repository.root, ...args],
    cwd: '/',
    env: { ...process.env },
    input: undefined,
  });

  /** As soon as the launcher is ready. */
  async function launch(call: GitCall): Promise<GitProcess | undefined> {
    for (;;) {
      const git = launcher.start(call);
      if (git !== undefined) return git;
      await otherWork();
    }
  }

  async function outcomeOf(git: GitProcess | undefined): Promise<{ output: Buffer; complaint: string; code: unknown }> {
    const pieces: Buffer[] = [];
    let complaint = '';
    git?.onOutput((piece) => pieces.push(Buffer.from(piece)));
    git?.onComplaint((piece) => (complaint += piece));
    const code = git === undefined ? 'not started' : await git.ended;
    return { output: Buffer.concat(pieces), complaint, code };
  }

  describe.each<[string, (call: GitCall) => Promise<GitProcess | undefined>]>([
    ['started directly', (call) => Promise.resolve(startGit(call))],
    ['started by a launcher', launch],
  ])('%s', (_how, start) => {
    it('gives what it prints, what it complains about, and how it ended', async () => {
      const said = await outcomeOf(await start(callOf('log', '--format=%s')));
      const complained = await outcomeOf(await start(callOf('log', 'nothing')));

      expect(said).toEqual({ output: Buffer.from('Change\n'), complaint: '', code: 0 });
      expect(complained).toMatchObject({ output: Buffer.alloc(0), code: 128 });
      expect(complained.complaint).toContain("ambiguous argument 'nothing'");
    });

    it('loses nothing of a long text, in both directions', async () => {
      const text = Array.from({ length: 400_000 }, (_unused, line) => `line ${line} — ü\n`).join('');

      const stored = await outcomeOf(await start({ ...callOf('hash-object', '-w', '--stdin'), input: text }));
      const { output, code } = await outcomeOf(
        await start(callOf('cat-file', 'blob', stored.output.toString().trim())),
      );

      expect(code).toBe(0);
      expect(sha(output)).toBe(sha(Buffer.from(text)));
    });

    it('runs several at once', async () => {
      const said = await Promise.all(
        Array.from({ length: 8 }, async (_unused, count) =>
          outcomeOf(await start(callOf('rev-parse', ...Array.from({ length: count }, () => '--is-bare-repository')))),
        ),
      );

      expect(said.map(({ output }) => output.toString())).toEqual(
        Array.from({ length: 8 }, (_unused, count) => 'false\n'.repeat(count)),
      );
    });

    it('is killed when it is stopped, and says nothing more', async () => {
      const git = await start(callOf('-c', 'alias.wait=!echo $$; exec sleep 600', 'wait'));
      let said = '';
      await new Promise<void>((resolve) => {
        git?.onOutput((piece) => {
          said += piece.toString();
          resolve();
        });
      });

      git?.stop();

      expect(await git?.ended).toBe(-1);
      expect(said).toMatch(/^\d+\n$/u);
      // What git has started is not git.
      process.kill(Number(said), 'SIGKILL');
    });

    it('was never one where there is no git, or where the system refuses the arguments', async () => {
      const missing = await outcomeOf(await start({ ...callOf('version'), env: { PATH: repository.root } }));
      const refused = await outcomeOf(await start(callOf(`--format=${'x'.repeat(8_000_000)}`)));

      expect(missing.code).toBeUndefined();
      expect(['not started', undefined]).toContain(refused.code);
    });

    it('gets the environment of the call, and none of the own', async () => {
      process.env['LEXICHORD_SEEN'] = 'yes';
      try {
        const { output } = await outcomeOf(
          await start({
            ...callOf('-c', 'alias.tell=!echo "$LEXICHORD_SEEN,$GIVEN"', 'tell'),
            env: { PATH: process.env['PATH'], GIVEN: 'given' },
          }),
        );

        expect(output.toString()).toBe(',given\n');
      } finally {
        delete process.env['LEXICHORD_SEEN'];
      }
    });
  });

  (isLinux ? describe : describe.skip)('whose launcher', () => {
    /** Whoever reads it waits for a writer. */
    let pipe: string;

    beforeEach(() => {
      pipe = join(repository.root, `pipe ${(pipes += 1)}`);
      execFileSync('mkfifo', [pipe]);
    });

    /** The process that started a git. */
    async function parentOf(start: (call: GitCall) => Promise<GitProcess | undefined>): Promise<number> {
      const { output } = await outcomeOf(await start(callOf('-c', printParent, 'parent')));
      return Number(output.toString());
    }

    it('is killed does not end what has said nothing yet: it is started again, directly', async () => {
      const first = await parentOf(launch);
      const flag = join(repository.root, '.git/flag');
      const wait = `alias.wait=!test -e '${flag}' && echo again || { echo $$ > '${pipe}'; exec sleep 600; }`;
      const git = outcomeOf(await launch(callOf('-c', wait, 'wait')));
      const sleeping = Number(await readFile(pipe, 'utf8'));
      await writeFile(flag, '');

      process.kill(first, 'SIGKILL');

      expect(await git).toMatchObject({ code: 0, output: Buffer.from('again\n') });
      // What the first one has started goes on.
      process.kill(sleeping, 'SIGKILL');
      const second = await parentOf(launch);
      expect([process.pid, first]).not.toContain(second);
    });

    it('is killed ends what it has begun to print', async () => {
      const first = await parentOf(launch);
      const git = await launch(callOf('-c', 'alias.wait=!echo $$; exec sleep 600', 'wait'));
      const said = await new Promise<string>((resolve) => git?.onOutput((piece) => resolve(piece.toString())));

      process.kill(first, 'SIGKILL');

      expect(await git?.ended).toBe(-1);
      process.kill(Number(said), 'SIGKILL');
    });

    it('was lost while nothing ran is done without', async () => {
      const first = await parentOf(launch);
      process.kill(first, 'SIGKILL');
      while (existsSync(`/proc/${first}/exe`));

      expect(await outcomeOf(launcher.start(callOf('version')))).toMatchObject({ code: 0 });
      expect(await parentOf(launch)).not.toBe(first);
    });

    it('does not answer keeps nobody waiting who stops what it runs', async () => {
      const first = await parentOf(launch);
      const git = await launch(callOf('hash-object', pipe));
      const writer = await open(pipe, 'w');
      process.kill(first, 'SIGSTOP');

      git?.stop();

      expect(await git?.ended).toBe(-1);
      process.kill(first, 'SIGKILL');
      await writer.close();
    });

    it('does not answer is replaced', async () => {
      const first = await parentOf(launch);
      process.kill(first, 'SIGSTOP');
      jest.useFakeTimers({
        doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'],
      });
      try {
        const [stopped, other] = [await launch(callOf('version')), outcomeOf(await launch(callOf('version')))];
        stopped?.stop();
        jest.advanceTimersByTime(5_000);

        // What was not stopped goes on without it.
        expect((await other).output.toString()).toContain('git version');
      } finally {
        jest.useRealTimers();
      }
      await gone(first);
      expect(await parentOf(launch)).not.toBe(first);
    });

    it('cannot be started three times in turn is done without', async () => {
      const other = new GitLauncher(60_000);
      const { execPath } = process;
      // There is no such folder to work in.
      process.execPath = join(repository.root, 'bin/node');
      try {
        for (let turn = 0; turn < 50; turn += 1) {
          expect(launcher.start(callOf('version'))).toBeUndefined();
          await otherWork();
        }
      } finally {
        process.execPath = execPath;
      }
      try {
        while (other.start(callOf('version')) === undefined) {
          expect(launcher.start(callOf('version'))).toBeUndefined();
          await otherWork();
        }
      } finally {
        other.close();
      }
    });

    it('has nothing to do for a while is started anew', async () => {
      launcher = new GitLauncher(50);
      const first = await parentOf(launch);
      await gone(first);

      expect(await parentOf(launch)).not.toBe(first);
    });

    it('is interrupted goes on, as whoever asked it decides', async () => {
      const first = await parentOf(launch);
      process.kill(first, 'SIGINT');

      expect(await parentOf(launch)).toBe(first);
    });

    it('has an owner that is killed ends with it, and whatever it runs', async () => {
      const script = `
        import { fork } from 'node:child_process';
        const options = { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] };
        const launcher = fork(${JSON.stringify(join(import.meta.dirname, '../../worker/git-launcher.mjs'))}, options);
        const call = { args: ['hash-object', ${JSON.stringify(pipe)}], cwd: '/', env: { ...process.env } };
        launcher.on('message', ({ kind }) => kind === 'ready' && launcher.send({ kind: 'start', id: 1, ...call }));`;
      const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
      // Opens once git reads it.
      const failed = once(owner, 'close').then(() => Promise.reject(new Error('The owner has ended.')));
      failed.catch(() => undefined);
      const writer = await Promise.race([open(pipe, 'w'), failed]);

      owner.kill('SIGKILL');
      await expect(failed).rejects.toThrow('has ended');

      // Who writes into a pipe that nobody reads any more is told.
      await expect(writeUntilClosed(writer)).rejects.toMatchObject({ code: 'EPIPE' });
      await writer.close();
    });

    it('waits for work does not keep its owner alive', async () => {
      const before = process.getActiveResourcesInfo().filter((name) => /process|pipe/iu.test(name));
      const git = await launch(callOf('hash-object', pipe));
      expect(process.getActiveResourcesInfo().filter((name) => /pipe/iu.test(name)).length).toBeGreaterThan(
        before.length,
      );
      await (await open(pipe, 'w')).close();
      await git?.ended;

      expect(process.getActiveResourcesInfo().filter((name) => /process|pipe/iu.test(name))).toEqual(before);
    });

    it('is needed by large processes that start git often, and by no others', async () => {
      const large = new GitStarter({ minStarts: 2, minResidentBytes: 0, idleMs: 60_000 });
      const small = new GitStarter({ minStarts: 2, minResidentBytes: Infinity, idleMs: 60_000 });
      const start = (starter: GitStarter) => (): Promise<GitProcess | undefined> =>
        Promise.resolve(starter.start({ root: repository.root, args: ['-c', printParent, 'parent'] }));
      try {
        for (let count = 1; count <= 2; count += 1) expect(await parentOf(start(large))).toBe(process.pid);
        while ((await parentOf(start(large))) === process.pid);
        for (let count = 1; count <= 4; count += 1) expect(await parentOf(start(small))).toBe(process.pid);
      } finally {
        large.close();
        small.close();
      }
    });
  });
});

function sha(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function writeUntilClosed(file: FileHandle): Promise<never> {
  for (;;) {
    await file.write('x');
    await otherWork();
  }
}

async function gone(processId: number): Promise<void> {
  while (existsSync(`/proc/${processId}`)) {
    // One that nobody waits for any more stays in the list.
    const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => 'State:\tX');
    if (/^State:\s+[XZ]/mu.test(status)) return;
    await otherWork();
  }
}
