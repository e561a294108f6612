import { type RenewedPanel, askForRenewal, openRenewal } from '../../protocol/renewal.js';

/** Timeout of an answer: a silent server on the port must not keep the page from the next panel. */
const answerMs = 5_000;

/** Options of {@link PanelAddress}. */
export interface PanelAddressOptions {
  /** The page's, or the panel's: `http://127.0.0.1:<port>/<secret>/`. */
  readonly address: string;
  /** The page's renewal key. Without it the page cannot reconnect after a restart. */
  readonly renewalKey: string | undefined;
  readonly fetch: typeof fetch;
  /** Timeout of an answer, in milliseconds. Default 5,000. */
  readonly answerMs?: number | undefined;
  /** Receives a new address. */
  readonly onMoved: (address: string) => void;
}

/** Result of asking for the present address. `unknown`: the server on the port is not this page's panel. */
export type Renewal = 'same' | 'moved' | 'unknown' | 'unreachable';

/**
 * The panel's address. After the connection is lost, another program may listen on the port. The address contains a
 * secret, so nothing is sent to it before the server has proved to be this page's panel (ADR 0049).
 */
export class PanelAddress {
  private base: URL;
  private renewalKey: string | undefined;
  private renewing: Promise<Renewal> | undefined;
  /** True at first, because the page was loaded from it. */
  private isTrusted = true;

  constructor(private readonly options: PanelAddressOptions) {
    this.base = new URL('.', options.address);
    this.renewalKey = options.renewalKey;
  }

  /** The URL of a path below the panel's address. */
  of(path: string): string {
    return new URL(path, this.base).href;
  }

  /** Requires a new proof, because the connection was lost. */
  distrust(): void {
    this.isTrusted = false;
  }

  /** Whether this page's panel listens there. Asks for a proof when that is not certain. */
  async isTheirs(): Promise<boolean> {
    if (!this.isTrusted) await this.renew();
    return this.isTrusted;
  }

  /** Requests the present address. Concurrent callers share one request. */
  renew(): Promise<Renewal> {
    this.renewing ??= this.askAnew().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async askAnew(): Promise<Renewal> {
    const { base, renewalKey: key } = this;
    if (key === undefined) return 'unknown';
    const renewalKey = { key, port: Number(base.port || 80) };
    const question = await askForRenewal(renewalKey);
    let answer: unknown;
    try {
      const response = await this.options.fetch(new URL('/renew', base).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        // Requests without credentials use separate connections, so none that another program keeps open gets the
        // secret.
        credentials: 'omit',
        // Closes the connection too, so that the next question goes to the server listening then.
        signal: AbortSignal.timeout(this.options.answerMs ?? answerMs),
      });
      answer = response.ok ? await response.json() : undefined;
    } catch {
      // No server listens there, or one that is no panel.
      return 'unreachable';
    }
    const panel = await openRenewal(renewalKey, question, answer);
    return panel === undefined ? 'unknown' : this.take(panel);
  }

  private take({ address, key }: RenewedPanel): Renewal {
    this.renewalKey = key;
    this.isTrusted = true;
    // Only the path: the page may use another name of the same server, and must not move to a different one.
    const moved = new URL(new URL(address, this.base).pathname, this.base);
    if (moved.href === this.base.href) return 'same';
    this.base = moved;
    this.options.onMoved(moved.href);
    return 'moved';
  }
}
