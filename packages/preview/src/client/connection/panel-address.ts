import { type RenewedPanel, askForRenewal, openRenewal } from '../../protocol/renewal.js';

/** So long is waited for an answer: who listens and says nothing must not keep the page from the panel that follows. */
const answerMs = 5_000;

/** What an address works with. */
export interface PanelAddressOptions {
  /** The page's, or the panel's: `http://127.0.0.1:<port>/<secret>/`. */
  readonly address: string;
  /** What the page was given when it was loaded. Without it the page cannot go on after a restart. */
  readonly renewalKey: string | undefined;
  readonly fetch: typeof fetch;
  /** How long an answer may take, in milliseconds. Default 5,000. */
  readonly answerMs?: number | undefined;
  /** Told a new address. */
  readonly onMoved: (address: string) => void;
}

/** What became of asking for the present address. `unknown`: whoever listens there is not the panel of this page. */
export type Renewal = 'same' | 'moved' | 'unknown' | 'unreachable';

/**
 * Where the panel is. As long as the page is connected it is there; after that anybody may listen on its port. So nothing
 * is sent to the address, which holds a secret, before whoever listens has shown to be the panel of this page (ADR 0049).
 */
export class PanelAddress {
  private base: URL;
  private renewalKey: string | undefined;
  private renewing: Promise<Renewal> | undefined;
  /** The page comes from there. */
  private isTrusted = true;

  constructor(private readonly options: PanelAddressOptions) {
    this.base = new URL('.', options.address);
    this.renewalKey = options.renewalKey;
  }

  /** Of something below the panel's address. */
  of(path: string): string {
    return new URL(path, this.base).href;
  }

  /** The connection was lost. */
  distrust(): void {
    this.isTrusted = false;
  }

  /** Whether the panel of this page is there. Asks, when that is not certain. */
  async isTheirs(): Promise<boolean> {
    if (!this.isTrusted) await this.renew();
    return this.isTrusted;
  }

  /** Asks for the present address. Once at a time, for everybody. */
  renew(): Promise<Renewal> {
    this.renewing ??= this.askAnew().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async askAnew(): Promise<Renewal> {
    const { base, renewalKey: key } = this;
    if (key === undefined) return 'unknown';
    const known = { key, port: Number(base.port || 80) };
    const question = await askForRenewal(known);
    let answer: unknown;
    try {
      const response = await this.options.fetch(new URL('/renew', base).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        // Connections without credentials are kept apart: what somebody else keeps open is not used for the secret.
        credentials: 'omit',
        // Ends the connection as well, so that the next question goes to whoever listens by then.
        signal: AbortSignal.timeout(this.options.answerMs ?? answerMs),
      });
      answer = response.ok ? await response.json() : undefined;
    } catch {
      // Nobody listens there at the moment, or nobody who speaks as a panel does.
      return 'unreachable';
    }
    const panel = await openRenewal(known, question, answer);
    return panel === undefined ? 'unknown' : this.take(panel);
  }

  private take({ address, key }: RenewedPanel): Renewal {
    this.renewalKey = key;
    this.isTrusted = true;
    // Only the path: the page may know the same server by another of its names, and must not go to another.
    const moved = new URL(new URL(address, this.base).pathname, this.base);
    if (moved.href === this.base.href) return 'same';
    this.base = moved;
    this.options.onMoved(moved.href);
    return 'moved';
  }
}
