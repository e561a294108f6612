import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A process that runs a script. What it writes to standard error is shown. */
export interface ScriptProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Resolves when it has ended and all its output was read. */
  readonly exited: Promise<unknown>;
}

/** How a script is run. */
export interface ScriptOptions {
  /** Commands of the shell that it is started by, such as `ulimit -n 64`. */
  readonly limits?: string | undefined;
  /** Gets each line of standard output. Default: nobody reads it. */
  readonly onLine?: ((line: string) => void) | undefined;
}

const loader = new URL('../../assets/typescript-loader.mjs', import.meta.url).href;

/**
 * Child processes of a spec that run TypeScript sources: they need no build. What one has compiled is kept for the next,
 * since a child would otherwise take seconds to start.
 */
export class ScriptProcesses {
  private compiled: string | undefined;
  private readonly running = new Set<ScriptProcess>();

  start(script: URL, args: readonly string[], { limits = '', onLine }: ScriptOptions = {}): ScriptProcess {
    const { argv, environment } = this.commandLine(script, args);
    // Limits are the shell's to set; it becomes the process.
    const commands = [limits, 'exec "$0" "$@"'].filter((part) => part !== '').join('; ');
    const child = spawn('/bin/sh', ['-c', commands, ...argv], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: environment,
    });
    // One that was killed no longer reads.
    child.stdin.on('error', () => undefined);
    if (onLine !== undefined) createInterface(child.stdout).on('line', onLine);
    const started = { child, exited: once(child, 'close') };
    this.running.add(started);
    void started.exited.then(() => this.running.delete(started));
    return started;
  }

  /** How a script is run, for somebody who starts it in another way. */
  commandLine(
    script: URL,
    args: readonly string[],
  ): { readonly argv: readonly string[]; readonly environment: NodeJS.ProcessEnv } {
    this.compiled ??= mkdtempSync(join(tmpdir(), 'lexichord-compiled-'));
    const flags = ['--no-warnings', '--conditions=@lexichord/source', '--import', loader];
    return {
      argv: [process.execPath, ...flags, fileURLToPath(script), ...args],
      environment: { ...process.env, NODE_OPTIONS: '', LEXICHORD_COMPILED: this.compiled },
    };
  }

  /** Ends those that still run, and waits for it. */
  async kill(): Promise<void> {
    const running = [...this.running];
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
  }

  /** The same, and forgets what was compiled. */
  async dispose(): Promise<void> {
    await this.kill();
    if (this.compiled !== undefined) await rm(this.compiled, { recursive: true, force: true });
    this.compiled = undefined;
  }
}
