import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./taking-server.mjs', import.meta.url));

/** One request that a foreign server on the panel's port has received. */
export interface Seen {
  readonly ready?: boolean;
  readonly url?: string;
  readonly body?: string;
  /** How many questions wait. */
  readonly held?: number;
  /** The panel's answer to the request that was passed on. */
  readonly passed?: string;
  readonly passing?: number;
}

/** Another process that listens on the port of a panel that was stopped. */
export class TakingServer {
  readonly seen: Seen[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting = new Set<() => void>();

  private constructor(port: number) {
    this.child = spawn(process.execPath, [script, String(port)], { env: { ...process.env, NODE_OPTIONS: '' } });
    this.child.stderr.pipe(process.stderr);
    createInterface(this.child.stdout).on('line', (line) => {
      this.seen.push(JSON.parse(line) as Seen);
      for (const wake of this.waiting) wake();
    });
  }

  static async start(port: number): Promise<TakingServer> {
    const server = new TakingServer(port);
    await server.until(({ ready }) => ready === true);
    return server;
  }

  tell(line: 'hold' | 'pass on'): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Resolves when something of the kind has been seen so many times. */
  async until(isIt: (seen: Seen) => boolean, times = 1): Promise<void> {
    while (this.seen.filter(isIt).length < times) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /** Everything that it saw, as text. */
  get everything(): string {
    return JSON.stringify(this.seen);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }
}
