import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { LauncherMessage, LauncherRequest } from '../../worker/git-launcher.mjs';
import type { GitCall, GitProcess } from './git-process.js';
import { safeEnvironment } from './safe-git.js';

/**
 * A small process that starts git for a large one. To start a process, Linux copies the tables of the memory of the one
 * that does it: a process of 500 MB stands still for 5 to 30 ms each time. It starts when it is first asked for, ends
 * when it has been idle or this process ends, and does not keep this process alive.
 */
export class GitLauncher {
  private helper: ChildProcess | undefined;
  private isReady = false;
  private readonly running = new Map<number, LaunchedGit>();
  private lastId = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly idleMs: number) {}

  /** @returns `undefined` while the launcher is on its way */
  start(call: GitCall): GitProcess | undefined {
    const helper = (this.helper ??= this.open());
    if (!this.isReady) return undefined;
    this.lastId += 1;
    const id = this.lastId;
    const git = new LaunchedGit(() => {
      if (this.running.has(id)) this.send(helper, { kind: 'stop', id });
    });
    this.running.set(id, git);
    clearTimeout(this.idleTimer);
    helper.channel?.ref();
    this.send(helper, { kind: 'start', id, ...call });
    return git;
  }

  /** Ends the launcher, and whatever it runs. */
  close(): void {
    this.helper?.disconnect();
  }

  private open(): ChildProcess {
    const script = fileURLToPath(new URL('../../worker/git-launcher.mjs', import.meta.url));
    const helper = fork(script, {
      cwd: dirname(process.execPath),
      // Neither the loaders nor the inspector of this process are wanted there.
      env: { ...safeEnvironment(process.env), NODE_OPTIONS: '' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    helper.on('message', (message) => {
      if (helper === this.helper) this.receive(message as LauncherMessage, helper);
    });
    const lose = (): void => {
      if (helper === this.helper) this.lose();
    };
    helper.once('disconnect', lose);
    helper.once('error', lose);
    helper.once('exit', lose);
    helper.unref();
    helper.channel?.unref();
    return helper;
  }

  private receive(message: LauncherMessage, helper: ChildProcess): void {
    if (message.kind === 'ready') {
      this.isReady = true;
      this.rest(helper);
      return;
    }
    const git = this.running.get(message.id);
    if (message.kind === 'output') git?.output(message.piece);
    else if (message.kind === 'complaint') git?.complaint(message.piece);
    else {
      this.running.delete(message.id);
      git?.end(message.code);
      if (this.running.size === 0) this.rest(helper);
    }
  }

  /** Nobody waits for the launcher any more. */
  private rest(helper: ChildProcess): void {
    helper.channel?.unref();
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.close(), this.idleMs).unref();
  }

  /** Whatever it ran counts as ended; the next command starts another launcher. */
  private lose(): void {
    this.helper = undefined;
    this.isReady = false;
    clearTimeout(this.idleTimer);
    const lost = [...this.running.values()];
    this.running.clear();
    for (const git of lost) git.end(-1);
  }

  private send(helper: ChildProcess, request: LauncherRequest): void {
    // A launcher that is gone says so by its end.
    helper.send(request, () => undefined);
  }
}

/** A git that the launcher runs. */
class LaunchedGit implements GitProcess {
  readonly ended: Promise<number | undefined>;
  end: (code: number | undefined) => void = () => undefined;
  output: (piece: Buffer) => void = () => undefined;
  complaint: (piece: string) => void = () => undefined;

  constructor(private readonly onStop: () => void) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  onOutput(listener: (piece: Buffer) => void): void {
    this.output = listener;
  }

  onComplaint(listener: (piece: string) => void): void {
    this.complaint = listener;
  }

  stop(): void {
    // What is on its way already is nobody's any more.
    this.output = () => undefined;
    this.complaint = () => undefined;
    this.onStop();
  }
}
