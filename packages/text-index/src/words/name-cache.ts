import { ownCopy } from './own-copy.js';
import { type RawWordScanner, maxWordLength } from './raw-words.js';

/** A name with its value. */
interface Entry<Value> {
  readonly name: string;
  readonly hash: number;
  readonly value: Value;
}

/**
 * Initial and maximum number of slots. Powers of 2, the maximum reached from the minimum in steps of {@link growth}.
 */
const minSlots = 1 << 9;
const maxSlots = 1 << 17;
const growth = 4;

/** Number of consecutive slots that may hold a name; if all are occupied by others, the first is replaced. */
const slotsOfName = 8;

/**
 * A cache of computed values by name: names of code occur repeatedly. A name is looked up by its letters in the text;
 * no string is created for a cached name.
 *
 * The cache evicts entries: of very many names, and of more than a few with the same hash, some are computed again. So
 * a look-up takes constant time, even for names that were chosen to collide.
 */
export class NameCache<Value> {
  private entries = emptySlots<Value>(minSlots);
  private count = 0;

  /** @param describe computes the value of a name; deterministic */
  constructor(private readonly describe: (name: string) => Value) {}

  /** Returns the value of the scanner's current word. */
  of(scanner: RawWordScanner): Value {
    const { entries } = this;
    const { hash } = scanner;
    const mask = entries.length - 1;
    for (let step = 0; step < slotsOfName; step += 1) {
      const entry = entries[(hash + step) & mask];
      if (entry === undefined) break;
      if (entry.hash === hash && scanner.isAt(entry.name)) return entry.value;
    }
    return this.learn(scanner);
  }

  private learn({ word, hash }: RawWordScanner): Value {
    const name = ownCopy(word);
    const value = this.describe(name);
    if (name.length > maxWordLength) return value;
    if (2 * this.count >= this.entries.length && this.entries.length < maxSlots) this.grow();
    this.keep({ name, hash, value });
    return value;
  }

  private grow(): void {
    const former = this.entries;
    this.entries = emptySlots<Value>(growth * former.length);
    this.count = 0;
    for (const entry of former) if (entry !== undefined) this.keep(entry);
  }

  private keep(entry: Entry<Value>): void {
    const { entries } = this;
    const mask = entries.length - 1;
    for (let step = 0; step < slotsOfName; step += 1) {
      const slot = (entry.hash + step) & mask;
      if (entries[slot] !== undefined) continue;
      entries[slot] = entry;
      this.count += 1;
      return;
    }
    entries[entry.hash & mask] = entry;
  }
}

function emptySlots<Value>(count: number): (Entry<Value> | undefined)[] {
  return new Array<Entry<Value> | undefined>(count).fill(undefined);
}
