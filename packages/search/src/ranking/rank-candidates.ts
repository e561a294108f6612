import type { ScorePart } from '@lexichord/abstractions';

import { type ChunkRecord } from '../corpus/chunk-record.js';
import { compareRecords } from '../corpus/encode-chunks.js';
import type { AskedQuery } from '../query/asked-query.js';
import type { Candidate, Candidates } from '../query/candidate-source.js';
import { penaltiesFor } from './file-penalties.js';
import { definitionScore, fileNameScore, folderScore } from './name-signals.js';
import type { QueryWeights } from './query-overlap.js';
import { type RankingWeights, defaultRankingWeights, kindShares, penalties } from './ranking-weights.js';

/** Number of best chunks that count for the coherence of their files. */
const maxCoherent = 50;

/** A chunk with its score and the parts of it. */
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
  /** Whether the query is for documentation rather than code. */
  readonly prefersProse: boolean;
  /** Signals of earlier commits about files. Default: none. */
  readonly commits?: CommitSignals | undefined;
  /** Relatedness of chunks to the best ones, 0 to 1, given all of them best first. Default: none. */
  readonly relatedTo?: ((ranked: readonly RankedChunk[]) => ReadonlyMap<ChunkRecord, number>) | undefined;
  /** Default: {@link defaultRankingWeights}. */
  readonly signals?: RankingWeights | undefined;
}

/** Signals of earlier commits about files, by path; 0 to 1. */
export interface CommitSignals {
  /** Whether commits with messages like the query changed the file. */
  readonly history: ReadonlyMap<string, number>;
  /** Whether the file was changed recently. */
  readonly recentChange: ReadonlyMap<string, number>;
}

/** A chunk whose signals are still being added. */
interface ScoredChunk extends RankedChunk {
  /** Share of each signal that the penalties for its kind of file leave, 0 to 1. */
  readonly kept: number;
}

interface FileSignalInputs {
  /** Chunks with their own signals. */
  readonly scored: readonly ScoredChunk[];
  readonly signals: RankingWeights;
}

/**
 * Ranks candidates, best first: by words and meaning, and by matches in names of definitions and files; lower for kinds
 * of file that few queries are for; higher for files with many matching chunks or changed for similar purposes before,
 * for chunks related to the best ones, and for other chunks of good and of recently changed files; lower for each
 * further chunk of a file.
 */
export function rankCandidates({ found, rarities }: Candidates, context: RankContext): readonly RankedChunk[] {
  const weights: QueryWeights = { rarities, total: [...rarities.values()].reduce((sum, value) => sum + value, 0) };
  const { asked, prefersProse, commits, relatedTo, signals = defaultRankingWeights } = context;
  const penaltiesOf = penaltiesFor(asked.text, prefersProse);
  const scored = found.map((candidate) =>
    withPenalties(withSignals(candidate, weights, { ...context, signals }), penaltiesOf, signals),
  );
  const coherent = withCoherence(inOrder(scored), signals);
  const byHistory = withHistory(coherent, commits, signals);
  // The best chunks are taken before whole files are raised: seeds of a single file would relate few chunks.
  const related = relatedTo === undefined ? byHistory : withRelated(byHistory, relatedTo(byHistory), signals);
  return spreadOverFiles(withFileSignals(related, { scored, commits, signals }), signals);
}

function withSignals(
  { record, words, meaning, place }: Candidate,
  weights: QueryWeights,
  { asked, fusionWeight, signals }: RankContext & { readonly signals: RankingWeights },
): ScoredChunk {
  return scoredBy({ record, kept: 1 }, [
    { signal: 'words', score: (1 - fusionWeight) * words },
    { signal: 'meaning', score: fusionWeight * meaning },
    { signal: 'definition', score: signals.definition * definitionScore(record, asked, weights) },
    { signal: 'file-name', score: signals.fileName * fileNameScore(record, weights) },
    { signal: 'folder', score: signals.folder * folderScore(record, weights) },
    { signal: 'place', score: signals.place * place },
  ]);
}

function withPenalties(
  ranked: ScoredChunk,
  penaltiesOf: ReturnType<typeof penaltiesFor>,
  signals: RankingWeights,
): ScoredChunk {
  // A query that names a file is for that file, of any kind.
  if (ranked.parts.some(({ signal }) => signal === 'place')) return ranked;
  let kept = 1;
  const parts = [...ranked.parts];
  for (const penalty of penaltiesOf(ranked.record)) {
    const factor = penalty === 'barrel' ? signals.barrel : penalties[penalty];
    const lost = kept * (1 - factor) * signals.penalties;
    parts.push({ signal: `${penalty}-file`, score: -lost * ranked.score });
    kept -= lost;
  }
  return scoredBy({ record: ranked.record, kept }, parts);
}

/** Raises the best chunk of each file by the sum of the scores of the file's chunks. */
function withCoherence(ranked: readonly ScoredChunk[], signals: RankingWeights): readonly ScoredChunk[] {
  const sums = new Map<string, number>();
  for (const { record, score } of ranked.slice(0, maxCoherent)) {
    sums.set(record.filePath, (sums.get(record.filePath) ?? 0) + score);
  }
  const best = ranked[0]?.score ?? 0;
  const maxSum = Math.max(...sums.values());
  const seen = new Set<string>();
  const raised = ranked.map((chunk) => {
    const { filePath } = chunk.record;
    const sum = sums.get(filePath);
    if (sum === undefined || seen.has(filePath)) return chunk;
    seen.add(filePath);
    const bonus = maxSum === 0 ? 0 : (signals.coherence * best * sum) / maxSum;
    return scoredBy(chunk, [...chunk.parts, { signal: 'coherence', score: bonus }]);
  });
  return inOrder(raised);
}

/** Raises all chunks of a file equally if commits similar to the query changed it. */
function withHistory(
  ranked: readonly ScoredChunk[],
  commits: CommitSignals | undefined,
  signals: RankingWeights,
): readonly ScoredChunk[] {
  if (commits === undefined) return ranked;
  return raised(ranked, ({ filePath }) => [
    { signal: 'history', score: signals.history * (commits.history.get(filePath) ?? 0) },
  ]);
}

/** Raises all chunks of a good file or of a recently changed one, and functions. */
function withFileSignals(
  ranked: readonly ScoredChunk[],
  { scored, commits, signals }: Pick<RankContext, 'commits'> & FileSignalInputs,
): readonly ScoredChunk[] {
  const shares = fileShares(scored);
  return raised(ranked, ({ filePath, kind }) => [
    { signal: 'file', score: signals.file * (shares.get(filePath) ?? 0) },
    { signal: 'kind', score: signals.kind * (kindShares[kind] ?? 0) },
    { signal: 'recent-change', score: signals.recentChange * (commits?.recentChange.get(filePath) ?? 0) },
  ]);
}

/** The score of the best chunk of each file, as a share of the best score of all. */
function fileShares(scored: readonly ScoredChunk[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { record, score } of scored) best.set(record.filePath, Math.max(best.get(record.filePath) ?? 0, score));
  const max = Math.max(...best.values());
  return new Map([...best].map(([filePath, score]) => [filePath, max === 0 ? 0 : score / max]));
}

function withRelated(
  ranked: readonly ScoredChunk[],
  related: ReadonlyMap<ChunkRecord, number>,
  signals: RankingWeights,
): readonly ScoredChunk[] {
  return raised(ranked, (record) => [{ signal: 'related', score: signals.related * (related.get(record) ?? 0) }]);
}

/** Adds parts to the scores, reduced by the penalties. */
function raised(
  ranked: readonly ScoredChunk[],
  partsOf: (record: ChunkRecord) => readonly ScorePart[],
): readonly ScoredChunk[] {
  return inOrder(
    ranked.map((chunk) => {
      const parts = [...chunk.parts];
      for (const { signal, score } of partsOf(chunk.record)) parts.push({ signal, score: score * chunk.kept });
      return scoredBy(chunk, parts);
    }),
  );
}

/** Lowers the score of each further chunk of a file: hits of several files are more useful than many of one. */
function spreadOverFiles(ranked: readonly ScoredChunk[], signals: RankingWeights): readonly RankedChunk[] {
  const { repeatedFile, repeatedFileDecay, scale } = signals;
  const seen = new Map<string, number>();
  const spread = ranked.map(({ record, score, relevance, parts }) => {
    const before = seen.get(record.filePath) ?? 0;
    seen.set(record.filePath, before + 1);
    const factor = repeatedFile ** before * (before + 1) ** -repeatedFileDecay;
    const all = factor === 1 ? parts : [...parts, { signal: 'repeated-file', score: score * (factor - 1) }];
    const scaled = all.map((part) => ({ signal: part.signal, score: part.score * scale }));
    return { record, score: sumOf(scaled), relevance: relevance * factor, parts: scaled };
  });
  return inOrder(spread);
}

/** Signals of other chunks and of commits about a chunk, and of its kind. */
const supportSignals: ReadonlySet<string> = new Set(['file', 'kind', 'history', 'recent-change', 'related']);

function scoredBy({ record, kept }: Pick<ScoredChunk, 'record' | 'kept'>, parts: readonly ScorePart[]): ScoredChunk {
  const telling = parts.filter(({ score }) => score !== 0);
  let score = 0;
  let relevance = 0;
  for (const part of telling) {
    score += part.score;
    if (!supportSignals.has(part.signal)) relevance += part.score;
  }
  return { record, kept, parts: telling, score, relevance };
}

function sumOf(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, { score }) => sum + score, 0);
}

function inOrder<T extends RankedChunk>(ranked: readonly T[]): readonly T[] {
  return ranked.toSorted((a, b) => b.score - a.score || compareRecords(a.record, b.record));
}
