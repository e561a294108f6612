/** Takes a listener away again. */
type Unsubscribe = () => void;

/** Tells every connection of a workspace that a resource has changed. */
export class ResourceChanges {
  private readonly listeners = new Set<(uri: string) => void>();

  publish(uri: string): void {
    for (const listener of [...this.listeners]) listener(uri);
  }

  subscribe(listener: (uri: string) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
