import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { LauncherMessage, LauncherRequest } from '../../worker/git-launcher.mjs';
import { type GitCall, type GitProcess, startGit } from '../../worker/start-git.mjs';
import { safeEnvironment } from './safe-git.js';

/** Maximum number of consecutive failures of launchers; after them git is started directly. */
const maxFailures = 3;

/** Time limit for the end of a killed run, in milliseconds: it takes longer only if the launcher hangs. */
const endWithinMs = 5_000;

/**
 * A small process that starts git for a large one. To start a process, Linux copies the page tables of its parent: a
 * process of 500 MB blocks for 5 to 30 ms each time. The launcher starts on first use, ends when it is idle or this
 * process ends, and does not keep this process alive.
 */
export class GitLauncher {
  private helper: ChildProcess | undefined;
  private isReady = false;
  /** Number of consecutive launchers that could not be started, or ended before they were ready. */
  private failures = 0;
  /** Timers of stopped runs whose end the launcher has not reported yet. */
  private readonly stopping = new Map<number, NodeJS.Timeout>();
  private readonly running = new Map<number, LaunchedGit>();
  private lastId = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly idleMs: number) {}

  /** @returns `undefined` while the launcher starts, or if it is not available */
  start(call: GitCall): GitProcess | undefined {
    if (this.failures >= maxFailures) return undefined;
    const helper = (this.helper ??= this.open());
    if (!this.isReady || helper?.connected !== true) return undefined;
    this.lastId += 1;
    const id = this.lastId;
    const git = new LaunchedGit(call, ({ hasSaid }) => {
      this.send(helper, { kind: 'stop', id });
      if (!hasSaid) this.expectEnd(id, helper);
      this.finish(id, helper);
    });
    this.running.set(id, git);
    clearTimeout(this.idleTimer);
    helper.channel?.ref();
    this.send(helper, { kind: 'start', id, ...call });
    return git;
  }

  /** Ends the launcher. Its runs are treated as after its failure. */
  close(): void {
    if (this.helper?.connected === true) this.helper.disconnect();
  }

  private open(): ChildProcess | undefined {
    const script = fileURLToPath(new URL('../../worker/git-launcher.mjs', import.meta.url));
    let helper: ChildProcess;
    try {
      helper = fork(script, {
        cwd: dirname(process.execPath),
        // Without the loaders and the inspector of this process.
        env: { ...safeEnvironment(process.env), NODE_OPTIONS: '' },
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch {
      this.failures += 1;
      return undefined;
    }
    helper.on('message', (message) => {
      if (helper === this.helper) this.receive(message as LauncherMessage, helper);
    });
    const lose = (): void => {
      if (helper === this.helper) this.lose();
    };
    helper.once('disconnect', lose);
    helper.once('exit', lose);
    helper.on('error', lose);
    helper.unref();
    helper.channel?.unref();
    return helper;
  }

  private receive(message: LauncherMessage, helper: ChildProcess): void {
    if (message.kind === 'ready') {
      this.isReady = true;
      this.failures = 0;
      this.rest(helper);
      return;
    }
    clearTimeout(this.stopping.get(message.id));
    this.stopping.delete(message.id);
    const git = this.running.get(message.id);
    if (message.kind === 'output') git?.output(message.piece);
    else if (message.kind === 'complaint') git?.complaint(message.piece);
    else if (git !== undefined) {
      git.end(message.code);
      this.finish(message.id, helper);
    }
  }

  private finish(id: number, helper: ChildProcess): void {
    this.running.delete(id);
    if (this.running.size === 0) this.rest(helper);
  }

  /** Kills the launcher if it does not report the end of a run in time. */
  private expectEnd(id: number, helper: ChildProcess): void {
    const giveUp = (): void => {
      if (helper !== this.helper) return;
      helper.kill('SIGKILL');
      this.lose();
    };
    this.stopping.set(id, setTimeout(giveUp, endWithinMs).unref());
  }

  /** Starts the idle timer when no caller waits for the launcher. */
  private rest(helper: ChildProcess): void {
    helper.channel?.unref();
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.close(), this.idleMs).unref();
  }

  /** Handles the loss of the launcher: restarts runs without output directly, and ends the others. */
  private lose(): void {
    if (!this.isReady) this.failures += 1;
    for (const timer of this.stopping.values()) clearTimeout(timer);
    this.stopping.clear();
    this.helper = undefined;
    this.isReady = false;
    clearTimeout(this.idleTimer);
    const lost = [...this.running.values()];
    this.running.clear();
    for (const git of lost) git.goOn();
  }

  private send(helper: ChildProcess, request: LauncherRequest): void {
    // The end of a launcher is reported by its exit event.
    if (helper.connected) helper.send(request, () => undefined);
  }
}

/** A run of git in the launcher. */
class LaunchedGit implements GitProcess {
  readonly ended: Promise<number | undefined>;
  end: (code: number | undefined) => void = () => undefined;
  private outputListener: (piece: Buffer) => void = () => undefined;
  private complaintListener: (piece: string) => void = () => undefined;
  hasSaid = false;

  constructor(
    private readonly call: GitCall,
    private onStop: (git: LaunchedGit) => void,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  output(piece: Buffer): void {
    this.hasSaid = true;
    this.outputListener(piece);
  }

  complaint(piece: string): void {
    this.hasSaid = true;
    this.complaintListener(piece);
  }

  onOutput(listener: (piece: Buffer) => void): void {
    this.outputListener = listener;
  }

  onComplaint(listener: (piece: string) => void): void {
    this.complaintListener = listener;
  }

  /** Ends the run at once: a launcher that does not answer must not block its callers. */
  stop(): void {
    // Pending messages are dropped.
    this.outputListener = () => undefined;
    this.complaintListener = () => undefined;
    this.onStop(this);
    this.end(-1);
  }

  /** Restarts the run without the launcher, if it has no output yet; commands only read, so they may be repeated. */
  goOn(): void {
    const git = this.hasSaid ? undefined : startGit(this.call);
    if (git === undefined) {
      this.onStop = () => undefined;
      this.end(this.hasSaid ? -1 : undefined);
      return;
    }
    git.onOutput((piece) => this.output(piece));
    git.onComplaint((piece) => this.complaint(piece));
    this.onStop = () => git.stop();
    void git.ended.then((code) => this.end(code));
  }
}
