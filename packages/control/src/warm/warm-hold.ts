import { connectWarmProcess } from './connect-warm-process.js';
import type { WarmRecord } from './warm-record.js';
import { type WarmServer, type WarmServerOptions, openWarmServer } from './warm-server.js';
import { isUpdated } from './warm-watch.js';

/** What is served once it is this process's turn. */
export interface WarmHoldOptions extends WarmServerOptions {
  /** Commands are answered by this process from now on. */
  readonly onHolding?: (() => void) | undefined;
  /** This process could not take the place of the one before it, and tries no more. */
  readonly onFailure: (error: unknown) => void;
}

/** A process that answers commands, or waits until it can. */
export interface WarmHold {
  /** Ends the answers, as `WarmServer.close` does, or the waiting. */
  close(): Promise<void>;
}

/**
 * How often in a row a process may end the connection of one that waits for its end, and answer all the same. One of
 * another version may not know of waiting.
 */
const maxDrops = 3;

/**
 * Answers the commands of one workspace from this process as soon as no other process does. It waits by a connection to
 * the other one, which ends with that however it ends, and then opens a server by the same rules as at the start. If
 * several wait, whoever writes the last record has won, and the others wait for its end.
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
  readonly opened: WarmServer | WarmRecord;
}

class Hold implements WarmHold {
  private readonly closing = new AbortController();
  private readonly work: Promise<void>;

  constructor(
    private readonly options: WarmHoldOptions,
    { identity, opened }: HoldStart,
  ) {
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

  private async follow(opened: WarmServer | WarmRecord, identity: string): Promise<void> {
    let current = opened;
    let drops = 0;
    while (await this.isLeftBy(current)) {
      if (this.isClosing || isUpdated(identity, this.options.identity)) return;
      const next = await openWarmServer({ ...this.options, connecting: this.connecting });
      drops = secretOf(next) === secretOf(current) ? drops + 1 : 0;
      if (drops === maxDrops) return;
      current = next;
    }
  }

  /** A process that lives may be busy for long: its place is not taken. */
  private get connecting(): WarmServerOptions['connecting'] {
    return { helloMs: 0, signal: this.closing.signal };
  }

  /** @returns whether the place may be another one's now, or free; not when this process has left it, or nobody shall have it */
  private isLeftBy(current: WarmServer | WarmRecord): Promise<boolean> {
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
    return end === 'replaced';
  }

  private async wait(record: WarmRecord): Promise<boolean> {
    const connection = await connectWarmProcess(record, this.connecting);
    if (connection === undefined) return true;
    for await (const reply of connection.ask({ ask: 'wait' }, 0)) {
      if ('stopping' in reply) return false;
    }
    return true;
  }
}

/** `undefined` where this process answers. */
function secretOf(current: WarmServer | WarmRecord): string | symbol {
  return 'ended' in current ? Symbol('own') : current.secret;
}
