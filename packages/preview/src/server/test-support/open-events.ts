import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A stream of events that reads as a test wants it to, and no faster. */
export class OpenEvents {
  /** Everything that was read. */
  text = '';
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly asked: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      this.text += part;
      this.wake();
    });
    for (const end of ['end', 'close', 'error']) answer.on(end, () => this.wake());
  }

  /** @param address of the panel */
  static open(address: string, viewerId: string): Promise<OpenEvents> {
    return new Promise((resolve, reject) => {
      const asked = request(`${address}events?viewer=${viewerId}`, { agent: false });
      asked.on('response', (answer) => resolve(new OpenEvents(asked, answer)));
      asked.on('error', reject);
      asked.end();
    });
  }

  get isOver(): boolean {
    return this.answer.destroyed || this.answer.readableEnded;
  }

  /** Reads no more, as a page that hangs. */
  pause(): void {
    this.answer.pause();
    this.answer.socket.pause();
  }

  resume(): void {
    this.answer.socket.resume();
    this.answer.resume();
  }

  /** Goes away without a word. */
  cut(): void {
    this.asked.destroy();
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
