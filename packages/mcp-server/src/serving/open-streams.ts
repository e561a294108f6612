/** The open streams by which a server can notify its client. */
export class OpenStreams {
  private count = 0;
  private listener: () => void = () => undefined;

  get areOpen(): boolean {
    return this.count > 0;
  }

  /** Has the listener called when a first stream opens, and when the last one has ended. */
  follow(listener: () => void): void {
    this.listener = listener;
  }

  /** The same response; its body counts as open until it ends, or its reader has gone. */
  track(response: Response): Response {
    if (!response.ok || response.body === null) return response;
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const end = this.begin();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: (reason) => {
        end();
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  private begin(): () => void {
    this.count += 1;
    if (this.count === 1) this.listener();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.count -= 1;
      if (this.count === 0) this.listener();
    };
  }
}
