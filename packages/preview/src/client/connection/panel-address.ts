/** What an address works with. */
export interface PanelAddressOptions {
  /** The page's, or the panel's: `http://127.0.0.1:<port>/<secret>/`. */
  readonly address: string;
  readonly fetch: typeof fetch;
  /** Told a new address. */
  readonly onMoved: (address: string) => void;
}

/** What became of asking for the present address. `unknown`: this panel has never had the secret. */
export type Renewal = 'same' | 'moved' | 'unknown' | 'unreachable';

/** Where the panel is. A panel that was started again has another secret, which it gives for the former one. */
export class PanelAddress {
  private base: URL;
  private renewing: Promise<Renewal> | undefined;

  constructor(private readonly options: PanelAddressOptions) {
    this.base = new URL('.', options.address);
  }

  /** Of something below the panel's address. */
  of(path: string): string {
    return new URL(path, this.base).href;
  }

  /** Asks for the present address. Once at a time, for everybody. */
  renew(): Promise<Renewal> {
    this.renewing ??= this.askAnew().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async askAnew(): Promise<Renewal> {
    const [, secret = ''] = this.base.pathname.split('/');
    let answer: Response;
    try {
      answer = await this.options.fetch(new URL('/renew', this.base).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret }),
      });
    } catch {
      // Nobody listens there at the moment.
      return 'unreachable';
    }
    return answer.ok ? this.take((await answer.json().catch(() => undefined)) as unknown) : 'unknown';
  }

  private take(said: unknown): Renewal {
    if (typeof said !== 'object' || said === null || !('address' in said) || typeof said.address !== 'string') {
      return 'unknown';
    }
    // Only the path: the page may know the same server by another of its names, and must not go to another.
    const moved = new URL(new URL(said.address, this.base).pathname, this.base);
    if (moved.href === this.base.href) return 'same';
    this.base = moved;
    this.options.onMoved(moved.href);
    return 'moved';
  }
}
