import type { NamedPlace } from '@lexichord/abstractions';
import { type Turns, findClosestName } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { definersByWordsIn, definersIn, isName, wordsInOrder } from '../corpus/look-ups.js';

/** Number of names compared before yielding to other tasks. */
const comparedAtOnce = 1_000;

/** The definitions of a corpus that may be suggested. */
export class AcceptedDefinitions {
  private constructor(
    private readonly corpus: Corpus,
    private readonly accepts: (record: ChunkRecord) => boolean,
    private readonly turns: Turns,
    /** Their names in small letters, in the order of the corpus. */
    private readonly names: readonly string[],
  ) {}

  static async of(
    corpus: Corpus,
    accepts: (record: ChunkRecord) => boolean,
    turns: Turns,
  ): Promise<AcceptedDefinitions> {
    const names: string[] = [];
    for (const [name, numbers] of definersIn(corpus)) {
      if (isName(name) && numbers.some((number) => accepts(corpus.records[number] as ChunkRecord))) names.push(name);
      await turns.yieldToEventLoop();
    }
    return new AcceptedDefinitions(corpus, accepts, turns, names);
  }

  /** See {@link NameLookUp.closestTo}. */
  async closestTo(asked: string): Promise<NamedPlace | undefined> {
    const key = (await this.sameWordsAs(asked)) ?? (await this.findSimilarName(asked)) ?? '';
    const record = this.firstOf(definersIn(this.corpus).get(key));
    const found = record?.definitions.find((definition) => definition.name.toLowerCase() === key);
    if (record === undefined || found === undefined) return undefined;
    return { name: found.name, filePath: record.filePath, line: found.line };
  }

  /** The defined name with the same words, in small letters. */
  private async sameWordsAs(asked: string): Promise<string | undefined> {
    const words = wordsInOrder(asked);
    const record = this.firstOf((await definersByWordsIn(this.corpus, this.turns)).get(words));
    return record?.definitions.find(({ name }) => isName(name) && wordsInOrder(name) === words)?.name.toLowerCase();
  }

  private async findSimilarName(asked: string): Promise<string | undefined> {
    let closest: string | undefined;
    for (let start = 0; start < this.names.length; start += comparedAtOnce) {
      const some = this.names.slice(start, start + comparedAtOnce);
      // Placed before the others, so that the first of equally near names is kept.
      closest = findClosestName(asked, closest === undefined ? some : [closest, ...some]);
      await this.turns.yieldToEventLoop();
    }
    return closest;
  }

  private firstOf(numbers: readonly number[] = []): ChunkRecord | undefined {
    return numbers.map((number) => this.corpus.records[number] as ChunkRecord).find(this.accepts);
  }
}
