import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type FaultedRun,
  type InjectedFault,
  describeTraced,
  isFullRun,
  runWithFault,
  seededNumbers,
} from '@lexichord/testing';

import { buildCommand, command, finished, startCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';
import { findStoredState, placesOn } from './test-support/stored-state.js';

/** Kinds of calls, the error that they fail with, and how many of their calls are tried on each disk when not all of them are. */
const faults = [
  { calls: ['fsync'], error: 'EIO', sample: 3 },
  { calls: ['mkdir', 'rename', 'renameat', 'link', 'linkat', 'unlink'], error: 'ENOSPC', sample: 3 },
  { calls: ['mkdir', 'rename', 'renameat', 'link', 'linkat', 'unlink'], error: 'EIO', sample: 2 },
] as const;

/** A disk with so many pages of 4,096 bytes has room for the workspace as it is at the beginning, and at the end for all of it. */
const diskPages = { from: 24, to: 100, sample: 6 } as const;

/** Fewer open files than these and Node does not start; more and the command works. */
const fileLimits = { from: 24, to: 110, sample: 4 } as const;

const messages = (text: string): string => JSON.stringify([{ role: 'user', content: text }]);

/** A disk before the command. */
interface Original {
  readonly disk: string;
  /** Whether it has a message already, or not even a folder of state. */
  readonly isUsed: boolean;
}

/** A disk after the command, and what that said. */
interface Outcome {
  readonly disk: string;
  readonly exitCode: number | null;
  readonly stderr: string;
}

describeTraced('a system call that fails', () => {
  const originals: Original[] = [];

  beforeAll(async () => {
    buildCommand();
    for (const isUsed of [false, true]) {
      const disk = aFolder();
      const { workspace, home } = placesOn(disk);
      for (const folder of [workspace, home]) mkdirSync(folder);
      writeFileSync(join(workspace, 'first.json'), messages('The first message.'));
      writeFileSync(join(workspace, 'second.json'), messages('The second message.'));
      if (isUsed) {
        const added = startCommand(['memory', 'add', 'first.json', '--conversation', 'c'], workspace, { HOME: home });
        expect(await finished(added)).toMatchObject({ exitCode: 0, stderr: '' });
      }
      originals.push({ disk, isUsed });
    }
  });

  const add = ['--json', 'memory', 'add', 'second.json', '--conversation', 'c'];

  function aCopy({ disk: original }: Original): string {
    const disk = join(aFolder(), 'disk');
    cpSync(original, disk, { recursive: true });
    return disk;
  }

  /** Adds a message while the n-th call of each thread fails. */
  async function addWithFault(
    original: Original,
    fault: InjectedFault,
  ): Promise<Outcome & { made: FaultedRun['made'] }> {
    const disk = aCopy(original);
    const { workspace, home } = placesOn(disk);
    // Fewer threads, so that the n-th call of one is more often the same as in the run before.
    const threads = { UV_THREADPOOL_SIZE: '1', TOKIO_WORKER_THREADS: '1' };
    const environment = { PATH: process.env['PATH'], HOME: home, ...threads };
    const options = { environment, workingDirectory: workspace };
    return { disk, ...(await runWithFault([process.execPath, command, ...add], fault, options)) };
  }

  it.each(faults)('of the kind $calls with $error ends in a clear error or none, and loses nothing', async (kind) => {
    const wrong: unknown[] = [];
    let hits = 0;
    for (const original of originals) {
      // Beyond the last call nothing fails.
      const { disk, made } = await addWithFault(original, { ...kind, number: 65_535 });
      const worthIt = isFullRun() ? made : made.filter(({ path }) => path.startsWith(disk));
      for (const number of someOf([...new Set(worthIt.map((call) => call.number))], kind.sample)) {
        const run = await addWithFault(original, { ...kind, number });
        const failed = run.made.filter(({ hasFailed }) => hasFailed);
        // Node does not survive that it cannot wake its own threads, or read its own code.
        const isOurs = failed.length > 0 && failed.every(({ path }) => path.startsWith(run.disk));
        if (isOurs) hits += 1;
        const faults = await faultsOf(original, run, { mustBeClear: isOurs });
        if (faults.length > 0) wrong.push({ number, failed, faults, stderr: run.stderr });
      }
    }

    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(0);
  });

  it('of a process that may open few files ends in a clear error or none, and loses nothing', async () => {
    const { from, to, sample } = fileLimits;
    const limits = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const wrong: unknown[] = [];
    const exitCodes = new Set<number | null>();
    for (const original of originals) {
      for (const limit of someOf(limits, sample)) {
        const disk = aCopy(original);
        const { workspace, home } = placesOn(disk);
        const script = `ulimit -n ${limit}; exec "$0" "$@"`;
        const child = spawn('/bin/sh', ['-c', script, process.execPath, command, ...add], {
          cwd: workspace,
          env: { PATH: process.env['PATH'], HOME: home },
        });
        const run = { disk, ...(await finished(child)) };
        exitCodes.add(run.exitCode);
        const faults = await faultsOf(original, run, { mustBeClear: true });
        if (faults.length > 0) wrong.push({ limit, faults, stderr: run.stderr });
      }
    }

    expect(wrong).toEqual([]);
    expect([...exitCodes]).toContain(1);
  });

  it('of a disk that becomes full at any write ends in a clear error or none, and loses nothing', async () => {
    const { from, to, sample } = diskPages;
    const sizes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const wrong: unknown[] = [];
    const exitCodes = new Set<number | null>();
    for (const original of originals) {
      for (const pages of someOf(sizes, sample)) {
        const run = await addOnSmallDisk(original, pages);
        if (run.exitCode === noRoomForCopy) continue;
        exitCodes.add(run.exitCode);
        const faults = await faultsOf(original, run, { mustBeClear: true });
        if (faults.length > 0) wrong.push({ pages, faults, stderr: run.stderr });
      }
    }

    expect(wrong).toEqual([]);
    expect([...exitCodes]).toEqual(expect.arrayContaining([0, 1]));
  });

  /** Adds a message on a file system in memory, of which a copy is made afterwards: it ends with its only process. */
  async function addOnSmallDisk({ disk: original }: Original, pages: number): Promise<Outcome> {
    const [small, disk] = [aFolder(), aFolder()];
    const script = [
      `mount -t tmpfs -o size=${pages * 4}k tmpfs "$0" && cp -a "${original}/." "$0" && cd "$0/workspace" || exit ${noRoomForCopy}`,
      `"$@"; code=$?; cp -a "$0/." "${disk}"; exit $code`,
    ].join('\n');
    const child = spawn('unshare', ['-rm', '/bin/sh', '-c', script, small, process.execPath, command, ...add], {
      env: { PATH: process.env['PATH'], HOME: placesOn(small).home },
    });
    return { disk, ...(await finished(child)) };
  }

  /** What a run did that it may not. */
  async function faultsOf(
    { isUsed }: Original,
    { disk, exitCode, stderr }: Outcome,
    { mustBeClear }: { readonly mustBeClear: boolean },
  ): Promise<readonly string[]> {
    const { conversation, problems } = await findStoredState(disk);
    const faults = [...problems];
    if (isUsed && !conversation.includes('The first message.')) faults.push('What was there is lost.');
    if (exitCode === 0 && !conversation.includes('The second message.')) faults.push('What was acknowledged is lost.');
    if (exitCode !== 0 && mustBeClear && !isClearError(stderr)) faults.push('The error is not clear.');
    return faults;
  }
});

/** Exit code of a disk that is too small for what was there before. */
const noRoomForCopy = 99;

/** One line of JSON with a code that says what happened, and no trace of the inside. */
function isClearError(stderr: string): boolean {
  try {
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
    return error.code !== 'internal' && error.message !== '';
  } catch {
    return false;
  }
}

/** All of them, or so many that are the same in every run. */
function someOf(numbers: readonly number[], count: number): readonly number[] {
  if (isFullRun()) return numbers;
  const random = seededNumbers(54);
  const inOrder = numbers.map((number) => ({ number, order: random() })).sort((a, b) => a.order - b.order);
  return inOrder.slice(0, count).map(({ number }) => number);
}
