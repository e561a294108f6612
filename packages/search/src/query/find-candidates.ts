import { type FileReference, isSameFile } from '@lexichord/platform/internal';
import { type Postings, rarityOf, rowOf, scoreMeaning, scoreWords } from '@lexichord/text-index';

import type { Corpus } from '../corpus/corpus.js';
import type { ChunkRecord } from '../corpus/chunk-record.js';
import { chunksByFile, definersIn } from '../corpus/look-ups.js';
import type { AskedQuery } from './asked-query.js';

/** Best chunks that are ranked, beside those that the query names. */
const maxRanked = 300;

/** Words of a query that count. */
const maxWords = 16;

/** A chunk that may answer the query. */
export interface Candidate {
  readonly record: ChunkRecord;
  /** Share of the most that words could give, 0 to 1. */
  readonly words: number;
  /** Cosine similarity; 0 without vectors. */
  readonly meaning: number;
  /** Whether the query names the chunk's file (0.5), or a line in it (1). */
  readonly place: number;
}

/** Chunks for a query, and how much each of its words matters. */
export interface Candidates {
  /** In the order of path and line. */
  readonly found: readonly Candidate[];
  readonly rarities: ReadonlyMap<string, number>;
}

/** What is looked up. */
export interface CandidateQuery {
  readonly asked: AskedQuery;
  /** Of length 1; absent when the query could not be embedded. */
  readonly vector: Float32Array | undefined;
  /** How much meaning counts beside words, 0 to 1. */
  readonly fusionWeight: number;
  readonly accepts: (record: ChunkRecord) => boolean;
}

/** The chunks that words and meaning speak for most, and all that define or are what the query names. */
export function findCandidates(corpus: Corpus, { asked, vector, fusionWeight, accepts }: CandidateQuery): Candidates {
  const { records, postings } = corpus;
  const rarities = raritiesOf(asked.words, postings);
  const words = scoreWords(rarities, postings);
  const meaning = vector === undefined ? undefined : scoreMeaning(vector, corpus.vectors);
  const places = placesOf(asked.places, corpus);

  const scores = words.map((score, number) => (1 - fusionWeight) * score + fusionWeight * (meaning?.[number] ?? 0));
  const named = new Set([...definersOf(asked.names, corpus), ...places.keys()]);
  const best = bestOf(scores, (number) => !named.has(number) && accepts(records[number] as ChunkRecord));
  const chosen = [...best, ...[...named].filter((number) => accepts(records[number] as ChunkRecord))];
  return {
    rarities,
    found: chosen
      .sort((a, b) => a - b)
      .map((number) => ({
        record: records[number] as ChunkRecord,
        words: words[number] ?? 0,
        meaning: Math.max(0, meaning?.[number] ?? 0),
        place: places.get(number) ?? 0,
      })),
  };
}

/**
 * What each word of the query weighs. Of a long query, such as a paragraph, the words count that tell most: nothing
 * has all of them, and most say little.
 */
function raritiesOf(words: readonly string[], postings: Postings): ReadonlyMap<string, number> {
  const weighed = words.map((word) => [word, rarityOf(word, postings)] as const);
  if (weighed.length <= maxWords) return new Map(weighed);
  const known = weighed.filter(([word]) => rowOf(word, postings) >= 0);
  return new Map(known.sort(([, a], [, b]) => b - a).slice(0, maxWords));
}

/** Numbers of the chunks with the best scores above 0. */
function bestOf(scores: Float64Array, mayBeChosen: (number: number) => boolean): readonly number[] {
  const numbers: number[] = [];
  for (let number = 0; number < scores.length; number += 1) {
    if ((scores[number] as number) > 0 && mayBeChosen(number)) numbers.push(number);
  }
  return numbers.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, maxRanked);
}

function definersOf(names: readonly string[], corpus: Corpus): readonly number[] {
  return names.flatMap((name) => definersIn(corpus).get(name.toLowerCase()) ?? []);
}

function placesOf(named: readonly FileReference[], corpus: Corpus): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const { path, line, endLine: lastLine = line } of named) {
    for (const [filePath, numbers] of chunksByFile(corpus)) {
      if (!isSameFile(filePath, path)) continue;
      for (const number of numbers) {
        const { startLine, endLine } = corpus.records[number] as ChunkRecord;
        const isLine = line !== undefined && startLine <= (lastLine ?? line) && line <= endLine;
        places.set(number, Math.max(places.get(number) ?? 0, isLine ? 1 : 0.5));
      }
    }
  }
  return places;
}
