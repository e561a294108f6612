import type { ScorePart } from '@lexichord/abstractions';

import { type ChunkRecord } from '../corpus/chunk-record.js';
import { compareRecords } from '../corpus/pack-chunks.js';
import type { AskedQuery } from '../query/asked-query.js';
import type { Candidate, Candidates } from '../query/candidate-source.js';
import { penaltiesFor } from './file-penalties.js';
import { definitionScore, fileNameScore, folderScore } from './name-signals.js';
import type { QueryWeights } from './query-overlap.js';
import { type RankingWeights, defaultRankingWeights, penalties } from './ranking-weights.js';

/** Best chunks that count for the coherence of their files. */
const maxCoherent = 50;

/** A chunk with its score, and where the score is from. */
export interface RankedChunk {
  readonly record: ChunkRecord;
  /** The sum of the parts. */
  readonly score: number;
  /** The score without the signals from commits and other chunks: whether the chunk itself is about the query. */
  readonly relevance: number;
  readonly parts: readonly ScorePart[];
}

/** Query, weights and further signals of a ranking. */
export interface RankContext {
  readonly asked: AskedQuery;
  /** Weight of meaning beside words, 0 to 1. */
  readonly fusionWeight: number;
  /** The query is for documentation rather than code. */
  readonly prefersProse: boolean;
  /** Score of a file from earlier commits like the query, 0 to 1, by path. Default: none. */
  readonly history?: ReadonlyMap<string, number> | undefined;
  /** Relatedness of chunks to the best ones, 0 to 1, given all of them best first. Default: none. */
  readonly relatedTo?: ((ranked: readonly RankedChunk[]) => ReadonlyMap<ChunkRecord, number>) | undefined;
  /** Default: {@link defaultRankingWeights}. */
  readonly signals?: RankingWeights | undefined;
}

/**
 * Best first: words and meaning, then matches in the names of things and files, then less for kinds of file that few
 * queries are for, more for files that answer with many chunks or were changed for the like before, then for chunks
 * that are related to the best ones, and less for each further chunk of one file.
 */
export function rankCandidates({ found, rarities }: Candidates, context: RankContext): readonly RankedChunk[] {
  const weights: QueryWeights = { rarities, total: [...rarities.values()].reduce((sum, value) => sum + value, 0) };
  const { asked, prefersProse, history, relatedTo, signals = defaultRankingWeights } = context;
  const penaltiesOf = penaltiesFor(asked.text, prefersProse);
  const scored = found.map((candidate) =>
    withPenalties(withSignals(candidate, weights, { ...context, signals }), penaltiesOf, signals),
  );
  const coherent = withCoherence(inOrder(scored), signals);
  const byHistory = history === undefined ? coherent : withHistory(coherent, history, signals);
  const related = relatedTo === undefined ? byHistory : withRelated(byHistory, relatedTo(byHistory), signals);
  return spreadOverFiles(related, signals);
}

function withSignals(
  { record, words, meaning, place }: Candidate,
  weights: QueryWeights,
  { asked, fusionWeight, signals }: RankContext & { readonly signals: RankingWeights },
): RankedChunk {
  return scoredBy(record, [
    { signal: 'words', score: (1 - fusionWeight) * words },
    { signal: 'meaning', score: fusionWeight * meaning },
    { signal: 'definition', score: signals.definition * definitionScore(record, asked, weights) },
    { signal: 'file-name', score: signals.fileName * fileNameScore(record, weights) },
    { signal: 'folder', score: signals.folder * folderScore(record, weights) },
    { signal: 'place', score: signals.place * place },
  ]);
}

function withPenalties(
  ranked: RankedChunk,
  penaltiesOf: ReturnType<typeof penaltiesFor>,
  signals: RankingWeights,
): RankedChunk {
  // A query that names a file is for that file, whatever its kind.
  if (ranked.parts.some(({ signal }) => signal === 'place')) return ranked;
  let { score } = ranked;
  const parts = [...ranked.parts];
  for (const penalty of penaltiesOf(ranked.record)) {
    const lost = score * (1 - penalties[penalty]) * signals.penalties;
    parts.push({ signal: `${penalty}-file`, score: -lost });
    score -= lost;
  }
  return scoredBy(ranked.record, parts);
}

/** The best chunk of each file gets the more, the more the file's chunks score together. */
function withCoherence(ranked: readonly RankedChunk[], signals: RankingWeights): readonly RankedChunk[] {
  const sums = new Map<string, number>();
  for (const { record, score } of ranked.slice(0, maxCoherent)) {
    sums.set(record.filePath, (sums.get(record.filePath) ?? 0) + score);
  }
  const best = ranked[0]?.score ?? 0;
  const most = Math.max(...sums.values());
  const seen = new Set<string>();
  const raised = ranked.map((chunk) => {
    const { filePath } = chunk.record;
    const sum = sums.get(filePath);
    if (sum === undefined || seen.has(filePath)) return chunk;
    seen.add(filePath);
    const bonus = most === 0 ? 0 : (signals.coherence * best * sum) / most;
    return scoredBy(chunk.record, [...chunk.parts, { signal: 'coherence', score: bonus }]);
  });
  return inOrder(raised);
}

/** All chunks of a file that was changed for something like the query before get the same. */
function withHistory(
  ranked: readonly RankedChunk[],
  history: ReadonlyMap<string, number>,
  signals: RankingWeights,
): readonly RankedChunk[] {
  return raised(ranked, 'history', ({ filePath }) => signals.history * (history.get(filePath) ?? 0));
}

function withRelated(
  ranked: readonly RankedChunk[],
  related: ReadonlyMap<ChunkRecord, number>,
  signals: RankingWeights,
): readonly RankedChunk[] {
  return raised(ranked, 'related', (record) => signals.related * (related.get(record) ?? 0));
}

function raised(
  ranked: readonly RankedChunk[],
  signal: string,
  scoreOf: (record: ChunkRecord) => number,
): readonly RankedChunk[] {
  return inOrder(
    ranked.map((chunk) => {
      const score = scoreOf(chunk.record);
      return score === 0 ? chunk : scoredBy(chunk.record, [...chunk.parts, { signal, score }]);
    }),
  );
}

/** Lowers the score of each further chunk of a file: hits of several files are worth more than many of one. */
function spreadOverFiles(ranked: readonly RankedChunk[], { repeatedFile }: RankingWeights): readonly RankedChunk[] {
  const seen = new Map<string, number>();
  const spread = ranked.map((chunk) => {
    const before = seen.get(chunk.record.filePath) ?? 0;
    seen.set(chunk.record.filePath, before + 1);
    if (before === 0) return chunk;
    const lost = chunk.score * (1 - repeatedFile ** before);
    return scoredBy(chunk.record, [...chunk.parts, { signal: 'repeated-file', score: -lost }]);
  });
  return inOrder(spread);
}

/** Signals of other chunks and of commits about a chunk. */
const supportSignals: ReadonlySet<string> = new Set(['history', 'related']);

function scoredBy(record: ChunkRecord, parts: readonly ScorePart[]): RankedChunk {
  const telling = parts.filter(({ score }) => score !== 0);
  const own = telling.filter(({ signal }) => !supportSignals.has(signal));
  return { record, parts: telling, score: sumOf(telling), relevance: sumOf(own) };
}

function sumOf(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, { score }) => sum + score, 0);
}

function inOrder(ranked: readonly RankedChunk[]): readonly RankedChunk[] {
  return ranked.toSorted((a, b) => b.score - a.score || compareRecords(a.record, b.record));
}
