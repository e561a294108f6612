/** What has changed: the content of a resource, or which resources there are. */
export type ResourceChange = { readonly uri: string } | 'list';

/** Takes a listener away again. */
export type Unsubscribe = () => void;

/** Tells every connection of a workspace that a resource has changed. */
export class ResourceChanges {
  private readonly listeners = new Set<(change: ResourceChange) => void>();

  /** Connections that are told. */
  get size(): number {
    return this.listeners.size;
  }

  publish(uri: string): void {
    this.tell({ uri });
  }

  publishList(): void {
    this.tell('list');
  }

  subscribe(listener: (change: ResourceChange) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(change: ResourceChange): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}
