import { randomUUID } from 'node:crypto';

import type { IIdSource } from '@lexichord/abstractions';

/** Random UUIDs (version 4) from the system's secure source. */
export class RandomIdSource implements IIdSource {
  nextId(): string {
    return randomUUID();
  }
}
