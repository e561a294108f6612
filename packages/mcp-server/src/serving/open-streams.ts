/** Open streams for notifications of a client. */
export class OpenStreams {
  private count = 0;
  private listener: () => void = () => undefined;

  get areOpen(): boolean {
    return this.count > 0;
  }

  /** Sets the listener, which is called when the first stream opens and when the last one has ended. */
  follow(listener: () => void): void {
    this.listener = listener;
  }

  /** Tracks the body of a response as open until it ends, fails or is cancelled. @returns an equivalent response */
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
