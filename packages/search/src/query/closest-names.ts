import type { CallOptions, NamedPlace } from '@lexichord/abstractions';
import { Turns, findClosestName } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import { isName, wordsInOrder } from '../corpus/look-ups.js';
import { compareRecords } from '../corpus/encode-chunks.js';

/** A definition, in the order of path and line. */
interface Definition {
  readonly record: ChunkRecord;
  /** Number of the definition in its chunk. */
  readonly index: number;
  readonly name: string;
}

/** The names nearest to a queried one in the chunks so far. */
interface Nearest {
  /** The first definition of the same words. */
  sameWords: Definition | undefined;
  /** The most similar name of each batch. */
  readonly similar: Definition[];
}

/**
 * Finds the definitions whose names are most similar to the queried ones, in chunks of any order; only the best of each
 * batch is kept. See `NameLookUp.closestTo`.
 */
export class ClosestNames {
  private readonly nearest: ReadonlyMap<string, Nearest>;

  constructor(names: readonly string[]) {
    this.nearest = new Map(names.map((name) => [name, { sameWords: undefined, similar: [] }]));
  }

  /** @throws the signal's reason */
  async add(records: readonly ChunkRecord[], { signal }: CallOptions): Promise<void> {
    const turns = new Turns(signal);
    const definitions = records
      .flatMap((record) => record.definitions.map(({ name }, index) => ({ record, index, name })))
      .filter(({ name }) => isName(name))
      .sort(compareDefinitions);
    const byWords = new Map<string, Definition>();
    for (const definition of definitions) {
      const words = wordsInOrder(definition.name);
      if (!byWords.has(words)) byWords.set(words, definition);
      await turns.yieldToEventLoop();
    }
    const byName = firstByName(definitions);
    for (const [asked, nearest] of this.nearest) {
      const same = byWords.get(wordsInOrder(asked));
      const { sameWords } = nearest;
      const isFirst = same !== undefined && (sameWords === undefined || compareDefinitions(same, sameWords) < 0);
      if (isFirst) nearest.sameWords = same;
      const similar = byName.get(findClosestName(asked, [...byName.keys()]) ?? '');
      if (similar !== undefined) nearest.similar.push(similar);
      await turns.yieldToEventLoop();
    }
  }

  /** Results by queried name; names without a similar one have no entry. */
  places(): ReadonlyMap<string, NamedPlace> {
    const places = new Map<string, NamedPlace>();
    for (const [asked, { sameWords, similar }] of this.nearest) {
      const byName = firstByName(similar.toSorted(compareDefinitions));
      const found = sameWords ?? byName.get(findClosestName(asked, [...byName.keys()]) ?? '');
      const definition = found?.record.definitions[found.index];
      if (found !== undefined && definition !== undefined) {
        places.set(asked, { name: definition.name, filePath: found.record.filePath, line: definition.line });
      }
    }
    return places;
  }
}

/** The first definition of each name in small letters, in their order. */
function firstByName(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
  const first = new Map<string, Definition>();
  for (const definition of definitions) {
    const small = definition.name.toLowerCase();
    if (!first.has(small)) first.set(small, definition);
  }
  return first;
}

function compareDefinitions(a: Definition, b: Definition): number {
  return compareRecords(a.record, b.record) || a.index - b.index;
}
