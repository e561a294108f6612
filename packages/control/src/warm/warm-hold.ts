import type { WarmRecord } from './warm-record.js';
import { type OtherProcess, type WarmServer, type WarmServerOptions, openWarmServer } from './warm-server.js';
import { isUpdated } from './is-updated.js';

/** Options of a hold, and its listeners. */
export interface WarmHoldOptions extends WarmServerOptions {
  /** Called when this process starts to answer commands. */
  readonly onHolding?: (() => void) | undefined;
  /**
   * Called if another process holds the workspace warm, but does not answer. This one waits for its end without a
   * limit.
   */
  readonly onBusy?: ((record: WarmRecord) => void) | undefined;
  /** Called if this process could not replace the previous one, and gives up. */
  readonly onFailure: (error: unknown) => void;
}

/** A process that answers commands, or waits until it can. */
export interface WarmHold {
  /** Closes the server, as `WarmServer.close` does, or ends the waiting. */
  close(): Promise<void>;
}

/**
 * Maximum number of times in a row that a process may close the connection of a waiting one and still answer. A process
 * of another version may not support waiting.
 */
const maxDrops = 3;

/**
 * Answers the commands of a workspace in this process as soon as no other process does. It waits for the end of a
 * connection to the other process, and then opens a server by the same rules as at the start. It uses the connection by
 * which it found the other process, so that it cannot miss that end. If several processes wait, the one that writes the
 * last record wins, and the others wait for its end.
 *
 * @throws the errors of `openWarmServer` at the start
 */
export async function holdWarm(options: WarmHoldOptions): Promise<WarmHold> {
  // Read at the start: if the program is updated later, this process would answer with the old code.
  const identity = options.identity();
  return new Hold(options, { identity, opened: await openWarmServer(options) });
}

/** Initial state of a hold. */
interface HoldStart {
  readonly identity: string;
  readonly opened: WarmServer | OtherProcess;
}

class Hold implements WarmHold {
  private readonly closing = new AbortController();
  private readonly work: Promise<void>;

  constructor(
    private readonly options: WarmHoldOptions,
    { identity, opened }: HoldStart,
  ) {
    if (isBusy(opened)) options.onBusy?.(opened.record);
    this.work = this.follow(opened, identity).catch((error: unknown) => {
      if (!this.isClosing) options.onFailure(error);
    });
  }

  close(): Promise<void> {
    this.closing.abort();
    return this.work;
  }

  private get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private async follow(opened: WarmServer | OtherProcess, identity: string): Promise<void> {
    let current = opened;
    let drops = 0;
    while (await this.isLeftBy(current)) {
      if (this.isClosing || isUpdated(identity, this.options.identity)) return;
      // No time limit: a running process may be busy for long, and is not replaced.
      const connecting = { helloMs: 0, signal: this.closing.signal };
      const next = await openWarmServer({ ...this.options, connecting });
      drops = secretOf(next) === secretOf(current) ? drops + 1 : 0;
      current = next;
      if (drops === maxDrops) break;
    }
    if (!('ended' in current) && current.connection !== 'busy') current.connection.close();
  }

  /** @returns whether this process may try again; false if it was closed, or no process may replace the last one */
  private isLeftBy(current: WarmServer | OtherProcess): Promise<boolean> {
    return 'ended' in current ? this.serve(current) : this.wait(current);
  }

  private async serve(server: WarmServer): Promise<boolean> {
    const { signal } = this.closing;
    const close = (): void => void server.close();
    if (signal.aborted) close();
    else this.options.onHolding?.();
    signal.addEventListener('abort', close, { once: true });
    const end = await server.ended;
    signal.removeEventListener('abort', close);
    // Reports to the stopping command that the workspace is closed; the own command continues.
    server.release();
    return end === 'replaced';
  }

  private async wait({ connection }: OtherProcess): Promise<boolean> {
    // The next attempt waits for its answer without a time limit.
    if (connection === 'busy') return true;
    const { signal } = this.closing;
    const close = (): void => connection.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      for await (const reply of connection.ask({ ask: 'wait' }, 0)) {
        if ('stopping' in reply) return false;
      }
      return true;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }
}

function isBusy(opened: WarmServer | OtherProcess): opened is OtherProcess {
  return 'connection' in opened && opened.connection === 'busy';
}

/** Secret of the other process's record; a unique symbol for this process. */
function secretOf(current: WarmServer | OtherProcess): string | symbol {
  return 'ended' in current ? Symbol('own') : current.record.secret;
}
