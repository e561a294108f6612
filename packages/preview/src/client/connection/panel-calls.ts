import { type CallOptions, ErrorCode, type JsonValue, LexichordError } from '@lexichord/abstractions';

import type { PanelAddress } from './panel-address.js';

/** Header with the viewer's id. */
const viewerHeader = 'lexichord-viewer';

/** Options of the calls; `viewerId` names this page to the server. */
export interface PanelCallsOptions {
  readonly fetch: typeof fetch;
  readonly viewerId: string;
}

/** Calls the panel's API; refusals become errors. */
export class PanelCalls {
  constructor(
    private readonly address: PanelAddress,
    private readonly options: PanelCallsOptions,
  ) {}

  /**
   * @param call last part of its address
   * @throws {LexichordError} the panel's error; `io-failed` when it cannot be reached
   * @throws the signal's reason
   */
  async ask<Answer>(call: string, body: object, { signal }: CallOptions = {}): Promise<Answer> {
    if (!(await this.address.isTheirs())) throw unreachable();
    let answer = await this.post(call, body, signal);
    // It may have been started again, with another secret.
    if (answer.status === 403 && (await this.address.renew()) === 'moved') answer = await this.post(call, body, signal);
    const text = await textOf(answer, signal);
    if (!answer.ok) throw errorOf(text);
    return (text === '' ? undefined : parse(text)) as Answer;
  }

  private async post(call: string, body: object, signal: AbortSignal | undefined): Promise<Response> {
    signal?.throwIfAborted();
    try {
      return await this.options.fetch(this.address.of(`api/${call}`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [viewerHeader]: this.options.viewerId },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      this.address.distrust();
      throw unreachable(cause);
    }
  }
}

async function textOf(answer: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await answer.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(cause);
  }
}

function unreachable(cause?: unknown): LexichordError {
  const message =
    'The panel cannot be reached. It may have been stopped; this page reconnects when it is available again.';
  return new LexichordError(ErrorCode.ioFailed, message, { cause });
}

const codes: ReadonlySet<string> = new Set(Object.values(ErrorCode));

/** The panel's error. A response that is no Lexichord error becomes a failed connection. */
function errorOf(text: string): LexichordError {
  const error = fieldOf(parse(text), 'error');
  const [code, message, details] = ['code', 'message', 'details'].map((name) => fieldOf(error, name));
  if (typeof code !== 'string' || typeof message !== 'string') return unreachable();
  return new LexichordError(codes.has(code) ? (code as ErrorCode) : ErrorCode.ioFailed, message, {
    details: typeof details === 'object' && details !== null ? (details as { readonly [key: string]: JsonValue }) : {},
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** `undefined` for text that is not JSON, which comes from another server. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
