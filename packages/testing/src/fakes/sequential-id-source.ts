import type { IIdSource } from '@lexichord/abstractions';

/** `id-1`, `id-2`, … */
export class SequentialIdSource implements IIdSource {
  private last = 0;

  nextId(): string {
    this.last += 1;
    return `id-${this.last}`;
  }
}
