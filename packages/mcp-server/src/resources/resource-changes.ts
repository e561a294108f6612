/** Kinds of a change: the content of a resource, or the list of resources. */
export type ResourceChange = { readonly uri: string } | 'list';

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** Notifies every connection of a workspace that a resource has changed. */
export class ResourceChanges {
  private readonly listeners = new Set<(change: ResourceChange) => void>();
  private readonly subscribers = new Set<symbol>();
  private readonly watches = new Map<() => Unsubscribe, Unsubscribe | undefined>();

  /** Number of listeners. */
  get size(): number {
    return this.listeners.size;
  }

  publish(uri: string): void {
    this.publishToAll({ uri });
  }

  publishList(): void {
    this.publishToAll('list');
  }

  subscribe(listener: (change: ResourceChange) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Subscribes a client to changes until the returned function is called. */
  addSubscriber(): Unsubscribe {
    const subscriber = Symbol('subscriber');
    this.subscribers.add(subscriber);
    if (this.subscribers.size === 1) {
      for (const start of this.watches.keys()) this.watches.set(start, start());
    }
    return () => {
      if (!this.subscribers.delete(subscriber) || this.subscribers.size > 0) return;
      for (const [start, stop] of this.watches) {
        this.watches.set(start, undefined);
        stop?.();
      }
    };
  }

  /**
   * Calls `start` when the first client subscribes, and the function it returns when the last one unsubscribes.
   *
   * @returns a function that ends the subscription and its watchers
   */
  whileSubscribed(start: () => Unsubscribe): Unsubscribe {
    this.watches.set(start, this.subscribers.size > 0 ? start() : undefined);
    return () => {
      this.watches.get(start)?.();
      this.watches.delete(start);
    };
  }

  private publishToAll(change: ResourceChange): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}
