import { ownCopy } from './own-copy.js';
import { type RawWordScanner, maxWordLength } from './raw-words.js';

/** A name with its value. */
interface Entry<Value> {
  readonly name: string;
  readonly hash: number;
  readonly value: Value;
}

/** Slots to begin with, and at most. Powers of 2, from the one to the other in steps of {@link growth}. */
const minSlots = 1 << 9;
const maxSlots = 1 << 17;
const growth = 4;

/** Number of slots in a row that may hold a name; if others occupy them all, it replaces the first. */
const slotsOfName = 8;

/**
 * A cache of computed values by name: a name of code occurs again and again. A name is looked up by its letters in the
 * text; no string is made of a cached name.
 *
 * The cache evicts: of very many names, and of more than a few with the same hash, some are computed again. So a
 * look-up takes constant time, even for names that were chosen to collide.
 */
export class NameCache<Value> {
  private entries = emptySlots<Value>(minSlots);
  private count = 0;

  /** @param describe computes the value of a name; the same for the same name */
  constructor(private readonly describe: (name: string) => Value) {}

  /** The value of the word that the scanner has found. */
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
