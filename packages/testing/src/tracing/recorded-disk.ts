import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { DiskOperation } from './disk-operation.js';
import { OperationRecorder } from './operation-recorder.js';
import { type CommandTrace, traceCommand } from './trace-command.js';
import { readTracedCalls } from './traced-calls.js';

/** Trace and disk operations of a command. */
export interface TracedRun extends CommandTrace {
  /** How many operations there were when it began to print its result, or ended without one. */
  readonly answeredAt: number;
}

/** How a command is run. */
export interface TracedRunOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Default: the folder that is recorded. */
  readonly workingDirectory?: string;
}

/** Strings that are longer would be cut off. */
const maxStringBytes = 64 * 1024 * 1024;

/**
 * A folder of which everything is known that commands have done there, operation by operation and with the data, so that it
 * can be made again as it was, or as a power cut would have left it, at any point. They go through `strace`.
 */
export class RecordedDisk {
  private readonly recorder: OperationRecorder;

  /** @param root absolute, links resolved */
  constructor(readonly root: string) {
    this.recorder = new OperationRecorder(root);
  }

  /** Whether commands can be traced on this machine. */
  static isPossible(): boolean {
    return spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true']).status === 0;
  }

  get operations(): readonly DiskOperation[] {
    return this.recorder.operations;
  }

  /** Takes what was put there without a trace for what the disk has. */
  settle(): void {
    for (const [path, content] of this.contents()) this.recorder.settle(path, content);
  }

  /**
   * Runs a command and waits for its end.
   *
   * @throws {TypeError} when something was done to the folder that the trace does not show
   */
  async run(
    argv: readonly string[],
    { environment, workingDirectory = this.root }: TracedRunOptions,
  ): Promise<TracedRun> {
    const trace = await traceCommand(argv, {
      environment,
      workingDirectory,
      calls: this.recorder.calls,
      maxStringLength: maxStringBytes,
    });
    return { ...trace, answeredAt: this.record(trace.log) };
  }

  private record(log: string): number {
    let answeredAt: number | undefined;
    this.recorder.begin();
    for (const call of readTracedCalls(log)) {
      if (this.recorder.follow(call)) answeredAt ??= this.operations.length;
    }
    this.requireComplete();
    return answeredAt ?? this.operations.length;
  }

  private requireComplete(): void {
    const recorded = [...this.recorder.model.entries()].map(
      ([path, content]) => [join(this.root, path), content] as const,
    );
    const found = new Map(this.contents());
    const different = recorded.filter(([path, content]) => !found.has(path) || !isSame(found.get(path), content));
    const missing = [...found.keys()].filter((path) => !recorded.some(([one]) => one === path));
    const paths = [...different.map(([path]) => path), ...missing];
    if (paths.length > 0) throw new TypeError(`A trace is not complete: it does not explain ${paths.join(', ')}.`);
  }

  /** Folders before what is in them. */
  private contents(): readonly (readonly [path: string, content: Buffer | undefined])[] {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true });
    return entries
      .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, isFolder }) => [path, isFolder ? undefined : readFileSync(path)] as const);
  }
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
