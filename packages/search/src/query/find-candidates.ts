import { type FileReference, meantBy } from '@lexichord/text-index/internal';
import type { TextIndex } from '@lexichord/text-index';

import type { Corpus } from '../corpus/corpus.js';
import type { ChunkRecord } from '../corpus/chunk-record.js';
import { chunksByFile, definersIn } from '../corpus/look-ups.js';
import type { Candidate, CandidateQuery, Candidates } from './candidate-source.js';

/** Maximum number of ranked chunks, without those that the query names and those of whole files. */
export const maxRanked = 300;

/** Maximum number of whole files, and of their chunks together, in a query for whole files. */
const maxWholeFiles = 20;
const maxFileChunks = 500;

/** Maximum number of words of a query that count. */
const maxWords = 16;

/** A {@link CandidateQuery} with weights of its words and a prepared filter. */
export interface WeighedQuery extends Omit<CandidateQuery, 'filter'> {
  /** See {@link raritiesOf}. */
  readonly rarities: ReadonlyMap<string, number>;
  readonly accepts: (record: ChunkRecord) => boolean;
}

/**
 * Finds the chunks with the best words and meaning, and all that the query names or that define a name of it; in a
 * query for whole files, also the other chunks of the best files.
 */
export function findCandidates(corpus: Corpus, query: WeighedQuery): Candidates {
  const { asked, rarities, vector, fusionWeight, accepts, wholeFiles = false } = query;
  const { records, index } = corpus;
  const places = placesOf(asked.places, corpus);
  const scored = index.query({
    words: rarities,
    vector,
    fusionWeight,
    limit: maxRanked,
    accepts: (number) => accepts(records[number] as ChunkRecord),
    included: new Set([...definersOf(asked.names, corpus), ...places.keys()]),
    related: wholeFiles ? (best) => chunksOfFiles(best, corpus) : undefined,
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
 * Weighs each word of the query. In a long query, such as a paragraph, only the rarest words count: no chunk has all of
 * them, and most are too common to distinguish chunks.
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

/** The files to add in a query for whole files, best first. */
export function bestFiles(corpus: Corpus, query: WeighedQuery): readonly string[] {
  const { fusionWeight } = query;
  const scoreOf = ({ words, meaning }: Candidate): number => (1 - fusionWeight) * words + fusionWeight * meaning;
  const { found } = findCandidates(corpus, { ...query, wholeFiles: false });
  const best = found.toSorted((a, z) => scoreOf(z) - scoreOf(a));
  return filesOf(
    best.map(({ document }) => document),
    corpus,
  );
}

/** The chunks of as many whole files as fit. */
function chunksOfFiles(best: readonly number[], corpus: Corpus): readonly number[] {
  const chosen: number[] = [];
  for (const filePath of filesOf(best, corpus)) {
    const numbers = chunksByFile(corpus).get(filePath) ?? [];
    if (chosen.length + numbers.length <= maxFileChunks) chosen.push(...numbers);
  }
  return chosen;
}

function filesOf(best: readonly number[], { records }: Corpus): readonly string[] {
  const files = new Set(best.map((number) => (records[number] as ChunkRecord).filePath));
  return [...files].slice(0, maxWholeFiles);
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
