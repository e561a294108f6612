import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

/** Everything by which the store is changed. */
const changes: ReadonlySet<PropertyKey> = new Set([
  'table',
  'dropTable',
  'upsert',
  'deleteWhere',
  'optimize',
  'writeMetadata',
  'drop',
]);

/** Lets so many changes of the store through; from then on the store is as out of reach as for a process that ended. */
export class Fuse {
  done = 0;

  constructor(private readonly maxChanges: number) {}

  get isBlown(): boolean {
    return this.done >= this.maxChanges;
  }

  pass(): void {
    if (this.isBlown) throw new LexichordError(ErrorCode.storageFailed, 'The process has ended here.');
    this.done += 1;
  }
}

/** A database, or one of its tables, whose changes burn the fuse. */
export function failingDatabase(database: IDatabase, fuse: Fuse): IDatabase {
  return failing(database, fuse);
}

function failing<T extends object>(target: T, fuse: Fuse): T {
  return new Proxy(target, {
    get: (object, name) => {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]) => {
        if (changes.has(name)) fuse.pass();
        const answer: unknown = Reflect.apply(member, object, parameters);
        return name === 'table' || name === 'existingTable' ? failingTable(answer, fuse) : answer;
      };
    },
  });
}

async function failingTable(answer: unknown, fuse: Fuse): Promise<unknown> {
  const table = await answer;
  return typeof table === 'object' && table !== null ? failing(table, fuse) : table;
}
