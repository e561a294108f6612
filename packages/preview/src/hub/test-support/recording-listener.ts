import type { ConnectionListener, ConnectionStatus } from '../../protocol/preview-connection.js';
import type { PreviewMessage, PreviewMessageOf } from '../../protocol/preview-message.js';

type Kind = PreviewMessage['kind'];

/** Keeps what a connection tells, and waits for what it will tell. */
export class RecordingListener implements ConnectionListener {
  readonly messages: PreviewMessage[] = [];
  readonly statuses: ConnectionStatus[] = [];
  private readonly waiting = new Set<() => void>();
  /** Messages before this one have been waited for. */
  private read = 0;

  readonly onMessage = (message: PreviewMessage): void => {
    this.messages.push(message);
    this.wake();
  };

  readonly onStatus = (status: ConnectionStatus): void => {
    this.statuses.push(status);
    this.wake();
  };

  /** The next message of a kind; those before it are passed over. */
  async next<K extends Kind>(kind: K): Promise<PreviewMessageOf<K>> {
    await this.until(() => this.indexOf(kind) >= 0);
    const index = this.indexOf(kind);
    this.read = index + 1;
    return this.messages[index] as PreviewMessageOf<K>;
  }

  /** Resolves when the last status is this one. */
  status(status: ConnectionStatus): Promise<void> {
    return this.until(() => this.statuses.at(-1) === status);
  }

  /** Kinds in the order in which they came. */
  kinds(): readonly Kind[] {
    return this.messages.map(({ kind }) => kind);
  }

  /** All of a kind. */
  all<K extends Kind>(kind: K): readonly PreviewMessageOf<K>[] {
    return this.messages.filter((message): message is PreviewMessageOf<K> => message.kind === kind);
  }

  /** Resolves when it holds, looked at after each message and status. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  private indexOf(kind: Kind): number {
    return this.messages.findIndex((message, index) => index >= this.read && message.kind === kind);
  }

  private wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
