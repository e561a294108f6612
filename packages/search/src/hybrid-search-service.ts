import 'reflect-metadata';
import {
  type AbsentName,
  type CallOptions,
  ICommitHistory,
  IEditorService,
  IEmbeddingProvider,
  ILogger,
  ISecretScanner,
  type ISemanticSearchService,
  type PastCommit,
  type SearchOptions as SearchCallOptions,
  type SearchResult,
  isLexichordError,
  undecodedWarning,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import type { ChunkRecord } from './corpus/chunk-record.js';
import { CommitIndex } from './history/commit-index.js';
import {
  absentWarnings,
  findAbsentNames,
  nearest,
  nothingAbsent,
  withClosestNames,
  withoutSecrets,
} from './query/absent-names.js';
import type { AskedQuery } from './query/asked-query.js';
import { ICandidateIndex } from './query/candidate-index.js';
import { isInLine, readHits } from './query/read-hits.js';
import { understandQuery } from './query/understand-query.js';
import { bentScore } from './ranking/bent-score.js';
import { confidenceOf } from './ranking/confidence.js';
import { type CommitSignals, type RankedChunk, rankCandidates } from './ranking/rank-candidates.js';
import { foreignCeiling, relevanceFloor } from './ranking/ranking-weights.js';
import { RecentRankings, type RankingInputs } from './ranking/recent-rankings.js';
import { relatednessOf, sharedNames } from './ranking/related-signal.js';
import { SearchOptions } from './search-options.js';

/** Warning while the tables of candidates are behind the index. */
const behindWarning =
  'The tables in which a large index is searched have not followed it yet, so that what changed last is not found. Run "lexichord index" where the index is written, with the same search.max_chunks_in_memory.';

const emptyWarning = 'The search index has no file: the workspace is empty, or git ignores all that is in it.';

/** Hits if the caller sets no `topK`. */
const defaultTopK = 10;

/** Number of chunks ranked for one query: more than requested, because files change after indexing. */
const rankedFor = (topK: number): number => topK * 2 + 10;

/** Index and history of the workspace for one search. */
interface SearchInputs extends RankingInputs {
  /** Warnings about missing parts, one sentence each. */
  readonly warnings: readonly string[];
}

/** A ranking, reusable as long as index and branch are the same. */
interface Ranking {
  readonly ranked: readonly RankedChunk[];
  /** All chunks of the files of these, and possibly others, by path and line. */
  readonly records: readonly ChunkRecord[];
  readonly absentNames: readonly AbsentName[];
  /** Whether the query is about an absent name. */
  readonly isAbsent: boolean;
  /** The reason why the query was compared by words only. */
  readonly warnings: readonly string[];
}

/**
 * Search by words, meaning and names: understand the query ► find candidates ► rank them ► read the hits.
 *
 * The text of a hit is read from its file, through the guard, for each search; a file that has changed since it was
 * indexed gives no hit for lines that it no longer has.
 */
@injectable()
export class HybridSearchService implements ISemanticSearchService {
  private readonly log: ILogger;
  private readonly recent: RecentRankings<Ranking>;
  private commitIndex: CommitIndex | undefined;

  constructor(
    @inject(ICandidateIndex) private readonly candidates: ICandidateIndex,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(SearchOptions) private readonly options: SearchOptions,
    @inject(ILogger) log: ILogger,
    @inject(ISecretScanner, { isOptional: true }) private readonly scanner?: ISecretScanner,
    @inject(ICommitHistory, { isOptional: true }) private readonly history?: ICommitHistory,
  ) {
    this.log = log.forSource('HybridSearchService');
    this.recent = new RecentRankings(options.recentSearches);
  }

  async search(query: string, options: SearchCallOptions = {}): Promise<SearchResult> {
    const { topK = defaultTopK, signal } = options;
    signal?.throwIfAborted();
    const inputs = await this.read(options);
    const { ranked, records, warnings, ...ranking } = await this.rank(query, inputs, options);
    const absentNames = await this.withCurrentPlaces(ranking.absentNames, { signal });
    const withRest = options.purpose === 'pack';
    const reading = { topK, editor: this.editor, records, withRest, signal };
    const { hits, rest, changed, undecoded } = await readHits(ranked, reading);
    this.log.debug('A query of {length} characters has {hits} hits', { length: query.length, hits: hits.length });
    return {
      hits,
      ...(withRest ? { rest } : {}),
      confidence: hits.length === 0 ? 0 : confidenceOf(mostRelevant(ranked), { isAbsent: ranking.isAbsent }),
      absentNames,
      warnings: [
        ...absentWarnings(absentNames),
        ...warnings,
        ...inputs.warnings,
        ...changedWarning(changed, this.candidates),
        ...undecoded.map(undecodedWarning),
      ],
    };
  }

  private async read({ signal, purpose }: SearchCallOptions): Promise<SearchInputs> {
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);
    const [index, commits] = await Promise.all([
      this.candidates.current({ signal }),
      isWithoutCommits(this.weightsFor(purpose)) ? undefined : this.history?.pastCommits({ signal, onWarning }),
    ]);
    if (index.isBehind) warnings.push(behindWarning);
    if (index.files.size === 0) warnings.push(emptyWarning);
    return { index, commits, warnings };
  }

  private weightsFor(purpose: SearchCallOptions['purpose'] = 'list'): SearchOptions['ranking'] {
    return purpose === 'pack' ? this.options.packRanking : this.options.ranking;
  }

  private async rank(query: string, inputs: SearchInputs, { signal, ...options }: SearchCallOptions): Promise<Ranking> {
    const key = JSON.stringify([query, options]);
    const cached = this.recent.get(key, inputs);
    if (cached !== undefined) return cached;
    const ranking = await this.rankAnew(query, inputs, { ...options, signal });
    // Hits that are missing because the provider failed may be found the next time.
    if (ranking.warnings.length === 0) this.recent.set(key, ranking, inputs);
    return ranking;
  }

  /** understand ► find absent names ► embed ► find candidates ► rank ► cut */
  private async rankAnew(
    query: string,
    { index, commits }: SearchInputs,
    options: SearchCallOptions,
  ): Promise<Ranking> {
    const { topK = defaultTopK, filter = {}, prefer = 'code', relevantOnly, purpose, wholeFiles, signal } = options;
    const { fusionWeight = this.provider.fusionWeight, ...signals } = this.weightsFor(purpose);
    const understood = understandQuery(query);
    // A name that was not found may be in files that the tables lack.
    const absent = index.isBehind ? nothingAbsent : await findAbsentNames(understood, index, { filter, signal });
    const asked = withClosestNames(understood, absent.names);
    const { vector, warning } = await this.embed(asked, { signal });
    const candidates = await index.find({ asked, vector, fusionWeight, filter, wholeFiles }, { signal });
    const shared = signals.related === 0 ? undefined : await sharedNames(candidates, { signal });
    const all = rankCandidates(candidates, {
      ...{ asked, fusionWeight, signals },
      prefersProse: prefer === 'documentation',
      commits: commitSignals(this.commitIndexOf(commits), asked),
      relatedTo: shared === undefined ? undefined : (ranked) => relatednessOf(ranked, shared, index),
    });
    const relevant =
      relevantOnly === 'best' && absent.isOnlySubject ? nearest(all, absent.names) : relevantIn(all, relevantOnly);
    const ranked = relevant.slice(0, rankedFor(topK));
    return {
      ranked,
      records: await index.recordsOf([...new Set(ranked.map(({ record }) => record.filePath))], { signal }),
      absentNames:
        this.scanner === undefined
          ? absent.names
          : await withoutSecrets(absent.names, { query, scanner: this.scanner }, { signal }),
      isAbsent: absent.isSubject,
      warnings: warning === undefined ? [] : [warning],
    };
  }

  /** Removes suggested definitions that are no longer at their indexed lines. */
  private async withCurrentPlaces(names: readonly AbsentName[], options: CallOptions): Promise<readonly AbsentName[]> {
    const shown: AbsentName[] = [];
    for (const { name, closest } of names) {
      const isThere = closest !== undefined && (await isInLine(closest, this.editor, options));
      shown.push(isThere ? { name, closest } : { name });
    }
    return shown;
  }

  /** Built on the first call, and again when the branch has moved. */
  private commitIndexOf(commits: readonly PastCommit[] | undefined): CommitIndex | undefined {
    if (commits === undefined) return undefined;
    if (this.commitIndex?.commits !== commits) this.commitIndex = new CommitIndex(commits);
    return this.commitIndex;
  }

  private async embed(
    { text }: AskedQuery,
    options: CallOptions,
  ): Promise<{ readonly vector?: Float32Array | undefined; readonly warning?: string }> {
    if (text === '') return {};
    try {
      const [vector] = await this.provider.embed([text.slice(0, this.provider.maxChars)], 'query', options);
      return { vector };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('Searched by words alone: {reason}', { reason: error.message });
      return { warning: `${error.message} Searched by words only.` };
    }
  }
}

function isWithoutCommits({ history, recentChange }: SearchOptions['ranking']): boolean {
  return history === 0 && recentChange === 0;
}

function commitSignals(index: CommitIndex | undefined, { words }: AskedQuery): CommitSignals | undefined {
  return index && { history: index.scoresFor(words), recentChange: index.recentChange };
}

function relevantIn(
  ranked: readonly RankedChunk[],
  relevantOnly: SearchCallOptions['relevantOnly'],
): readonly RankedChunk[] {
  if (relevantOnly === 'each') return ranked.filter(({ relevance }) => relevance >= relevanceFloor);
  return relevantOnly === 'best' && Math.max(...ranked.map(({ relevance }) => relevance)) < foreignCeiling
    ? []
    : ranked;
}

/**
 * The highest relevance as a score. Signals from commits and other chunks are left out: they do not show that the best
 * chunk itself answers the query.
 */
function mostRelevant(ranked: readonly RankedChunk[]): number {
  return bentScore(Math.max(...ranked.map(({ relevance }) => relevance)));
}

function changedWarning(
  changed: readonly string[],
  { isReadOnly }: Pick<ICandidateIndex, 'isReadOnly'>,
): readonly string[] {
  if (changed.length === 0) return [];
  if (isReadOnly) {
    const files = changed.length === 1 ? '1 file differs' : `${changed.length} files differ`;
    return [`${files} from the index, and hits in changed files are left out.`];
  }
  const files = changed.length === 1 ? '1 file has' : `${changed.length} files have`;
  return [`${files} changed since the index was built, and hits in them are left out. Run "lexichord index".`];
}
