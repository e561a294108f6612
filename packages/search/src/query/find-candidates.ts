import { type FileReference, meantBy } from '@lexichord/platform/internal';
import type { TextIndex } from '@lexichord/text-index';

import type { Corpus } from '../corpus/corpus.js';
import type { ChunkRecord } from '../corpus/chunk-record.js';
import { chunksByFile, definersIn } from '../corpus/look-ups.js';
import type { CandidateQuery, Candidates } from './candidate-source.js';

/** Best chunks that are ranked, beside those that the query names. */
export const maxRanked = 300;

/** Words of a query that count. */
const maxWords = 16;

/** A {@link CandidateQuery} whose words are weighed and whose filter is made. */
export interface WeighedQuery extends Omit<CandidateQuery, 'filter'> {
  /** See {@link raritiesOf}. */
  readonly rarities: ReadonlyMap<string, number>;
  readonly accepts: (record: ChunkRecord) => boolean;
}

/** The chunks that words and meaning speak for most, and all that define or are what the query names. */
export function findCandidates(corpus: Corpus, query: WeighedQuery): Candidates {
  const { asked, rarities, vector, fusionWeight, accepts } = query;
  const { records, index } = corpus;
  const places = placesOf(asked.places, corpus);
  const scored = index.query({
    words: rarities,
    vector,
    fusionWeight,
    limit: maxRanked,
    accepts: (number) => accepts(records[number] as ChunkRecord),
    included: new Set([...definersOf(asked.names, corpus), ...places.keys()]),
  });
  return {
    rarities,
    found: scored.map(({ document, words, meaning }) => ({
      document,
      record: records[document] as ChunkRecord,
      words,
      meaning,
      place: places.get(document) ?? 0,
    })),
  };
}

/**
 * The weight of each word of the query. Of a long query, such as a paragraph, only the rarest words count: nothing has
 * all of them, and most are too common to tell chunks apart.
 */
export function raritiesOf(
  words: readonly string[],
  index: Pick<TextIndex, 'rarityOf' | 'hasWord'>,
): ReadonlyMap<string, number> {
  const weighed = words.map((word) => [word, index.rarityOf(word)] as const);
  if (weighed.length <= maxWords) return new Map(weighed);
  const occurring = weighed.filter(([word]) => index.hasWord(word));
  return new Map(occurring.sort(([, a], [, b]) => b - a).slice(0, maxWords));
}

function definersOf(names: readonly string[], corpus: Corpus): readonly number[] {
  return names.flatMap((name) => definersIn(corpus).get(name.toLowerCase()) ?? []);
}

function placesOf(named: readonly FileReference[], corpus: Corpus): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const { path, line, endLine: lastLine = line } of named) {
    const isMeant = meantBy(path);
    for (const [filePath, numbers] of chunksByFile(corpus)) {
      if (!isMeant(filePath)) continue;
      for (const number of numbers) {
        const { startLine, endLine } = corpus.records[number] as ChunkRecord;
        const isLine = line !== undefined && startLine <= (lastLine ?? line) && line <= endLine;
        places.set(number, Math.max(places.get(number) ?? 0, isLine ? 1 : 0.5));
      }
    }
  }
  return places;
}
