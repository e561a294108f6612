import { homedir } from 'node:os';
import { Readable } from 'node:stream';

import { PatientClock } from '@lexichord/testing';

import type { CommandIo } from '../command-io.js';
import { Interruption, type InterruptingSignal } from '../interruption.js';
import { runCli } from '../run-cli.js';

/** How the test runs a command that goes on. */
export interface FollowedOptions {
  readonly workingDirectory: string;
  readonly environment?: CommandIo['environment'];
  /** Default: the machine's time, with patient limits. */
  readonly clock?: CommandIo['clock'];
}

/** A command that goes on until it is interrupted, in this process; a test can wait for what it prints. */
export class FollowedCommand {
  readonly exitCode: Promise<number>;
  private readonly texts = { stdout: '', stderr: '' };
  private readonly waiting = new Set<() => void>();
  private readonly interruption = new AbortController();
  private isEnded = false;

  constructor(argv: readonly string[], { workingDirectory, environment, clock = new PatientClock() }: FollowedOptions) {
    this.exitCode = runCli(argv, {
      stdout: this.sink('stdout'),
      stderr: this.sink('stderr'),
      stdin: Readable.from([]),
      environment: { HOME: homedir(), NO_COLOR: '1', ...environment },
      workingDirectory,
      signal: this.interruption.signal,
      clock,
    }).finally(() => {
      this.isEnded = true;
      this.look();
    });
  }

  get stdout(): string {
    return this.texts.stdout;
  }

  get stderr(): string {
    return this.texts.stderr;
  }

  /** Fails when the command ends without having printed it. */
  async written(name: 'stdout' | 'stderr', text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const isThere = this.texts[name].includes(text);
        if (!isThere && !this.isEnded) return;
        this.waiting.delete(look);
        if (isThere) resolve();
        else reject(new TypeError(`The command ended before it printed "${text}":\n${this.stdout}${this.stderr}`));
      };
      this.waiting.add(look);
      look();
    });
  }

  /** As the user or the system does it. @returns the exit code */
  interrupt(name: InterruptingSignal = 'SIGINT'): Promise<number> {
    this.interruption.abort(new Interruption(name));
    return this.exitCode;
  }

  private sink(name: 'stdout' | 'stderr'): CommandIo['stdout'] {
    return {
      write: (text: string): void => {
        this.texts[name] += text;
        this.look();
      },
    };
  }

  private look(): void {
    for (const look of this.waiting) look();
  }
}
