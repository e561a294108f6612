import { mkdir } from 'node:fs/promises';

import type { AdoptedState, IStateFolder } from '@lexichord/abstractions';

/** A folder of state that is whoever's it is, for tests of what is kept in it. */
export class PlainStateFolder implements IStateFolder {
  readonly notice = undefined;

  /** @param path absolute; made when it is prepared */
  constructor(readonly path: string) {}

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true });
  }

  verify(): Promise<void> {
    return Promise.resolve();
  }

  adopt(): Promise<AdoptedState> {
    return Promise.resolve({ path: this.path, setAside: undefined });
  }
}
