import type { WarmRecord } from './warm-record.js';
import { type OtherProcess, type WarmServer, type WarmServerOptions, openWarmServer } from './warm-server.js';
import { isUpdated } from './warm-watch.js';

/** Handlers of the process once it is its turn. */
export interface WarmHoldOptions extends WarmServerOptions {
  /** Commands are answered by this process from now on. */
  readonly onHolding?: (() => void) | undefined;
  /**
   * Another process holds the workspace warm, but does not answer. This one waits for its end, however long that takes.
   */
  readonly onBusy?: ((record: WarmRecord) => void) | undefined;
  /** This process could not replace the one before it, and stops trying. */
  readonly onFailure: (error: unknown) => void;
}

/** A process that answers commands, or waits until it can. */
export interface WarmHold {
  /** Ends the answers, as `WarmServer.close` does, or the waiting. */
  close(): Promise<void>;
}

/**
 * Maximum number of times in a row that a process may close the connection of a waiting one and still answer. A process
 * of another version may not support waiting.
 */
const maxDrops = 3;

/**
 * Answers the commands of one workspace from this process as soon as no other process does. It waits by a connection to
 * the other one, which ends with that however it ends, and then opens a server by the same rules as at the start. It
 * keeps the connection by which it found the other process, so that it cannot miss the end of that process. If several
 * wait, the one that writes the last record has won, and the others wait for its end.
 *
 * @throws what `openWarmServer` throws at the start
 */
export async function holdWarm(options: WarmHoldOptions): Promise<WarmHold> {
  // As it is now: a process that was updated meanwhile would answer with the code of the version before.
  const identity = options.identity();
  return new Hold(options, { identity, opened: await openWarmServer(options) });
}

/** How a hold begins. */
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
      // A living process may be busy for long: it is not replaced.
      const connecting = { helloMs: 0, signal: this.closing.signal };
      const next = await openWarmServer({ ...this.options, connecting });
      drops = secretOf(next) === secretOf(current) ? drops + 1 : 0;
      current = next;
      if (drops === maxDrops) break;
    }
    if (!('ended' in current) && current.connection !== 'busy') current.connection.close();
  }

  /** @returns whether another process may serve the workspace now; false when this one has left, or no process may */
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
    // Tells the stopping command that the workspace is closed; the own command continues.
    server.release();
    return end === 'replaced';
  }

  private async wait({ connection }: OtherProcess): Promise<boolean> {
    // Another wait for it begins, without a time limit for its answer.
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

/** Of a process that answers; a symbol where this one does. */
function secretOf(current: WarmServer | OtherProcess): string | symbol {
  return 'ended' in current ? Symbol('own') : current.record.secret;
}
