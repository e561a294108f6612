import type { IPreviewConnection } from '../../protocol/preview-connection.js';

interface TypedText {
  readonly path: string;
  readonly content: string;
}

/** Sends the viewer's edits to the panel, one after the other; a newer text replaces a waiting one. */
export class TypedEdits {
  private unsent: TypedText | undefined;
  private flying: TypedText | undefined;
  /** The last text of this viewer that the panel has; a restarted panel has lost it. */
  private sent: TypedText | undefined;
  private sending: Promise<void> = Promise.resolve();
  private typed = 0;

  constructor(private readonly connection: IPreviewConnection) {}

  /** Goes up with each text. */
  get edition(): number {
    return this.typed;
  }

  type(path: string, content: string): void {
    this.typed += 1;
    this.unsent = { path, content };
  }

  /** Whether the panel does not have the document's last text yet. */
  hasUnsent(path: string): boolean {
    return this.unsent?.path === path || this.flying?.path === path;
  }

  /** Forgets the sent text when the panel has another one, so that it is not sent again. */
  compare(path: string, content: string): void {
    if (this.sent?.path === path && this.sent.content !== content) this.sent = undefined;
  }

  /** Queues the last sent text again, because a restarted panel has lost it. */
  resend(path: string): void {
    if (this.unsent === undefined && this.sent?.path === path) this.unsent = this.sent;
  }

  /**
   * Resolves when the panel has all edits. @throws the errors of `IPreviewConnection.editDocument`; the text is kept
   */
  async send(): Promise<void> {
    await this.next(() => this.sendUnsent());
  }

  /** Restores the file's own text. @throws the errors of `IPreviewConnection.editDocument` */
  async discard(path: string): Promise<void> {
    await this.next(async () => {
      await this.connection.editDocument(path, undefined);
      if (this.unsent?.path === path) this.unsent = undefined;
      if (this.sent?.path === path) this.sent = undefined;
    });
  }

  private async sendUnsent(): Promise<void> {
    const text = this.unsent;
    if (text === undefined) return;
    this.unsent = undefined;
    this.flying = text;
    try {
      await this.connection.editDocument(text.path, text.content);
      this.sent = text;
    } catch (error) {
      this.unsent ??= text;
      throw error;
    } finally {
      this.flying = undefined;
    }
  }

  /** One after the other, whether the one before succeeded or not. */
  private next(step: () => Promise<void>): Promise<void> {
    const done = this.sending.then(step, step);
    this.sending = done.catch(() => undefined);
    return done;
  }
}
