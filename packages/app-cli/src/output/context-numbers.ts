import { type PackRecord, type RelatedStats, packStages } from '@lexichord/abstractions';

import { countOf, formatCount, formatShare } from './numbers.js';
import { type Fact, formatFacts } from './print-facts.js';
import type { TextLayout } from './text-layout.js';

/** Result of the deduplication of a pack. */
interface DeduplicationReport {
  readonly inputChunks: number;
  readonly exactDuplicates: number;
  readonly overlapDuplicates: number;
  readonly uniqueChunks: number;
  readonly tokensSaved: number;
  /** Share of the tokens of all chunks that was saved, 0 to 1. */
  readonly savedShare: number;
}

/** Division of the model's window, in tokens. */
interface TokenAllocation {
  readonly totalWindow: number;
  readonly systemReserve: number;
  readonly responseReserve: number;
  readonly packedContext: number;
  readonly unused: number;
}

export function deduplicationReport({ packed }: PackRecord): DeduplicationReport {
  const { chunks, exactDuplicates, overlapDuplicates, tokensSaved } = packed.stats;
  const repeatedChunks = packed.excludedChunks.filter(({ reason }) => reason === 'duplicate' || reason === 'overlap');
  // A chunk from several sources is counted and listed once.
  const inputChunks = chunks + exactDuplicates + overlapDuplicates - repeatedChunks.length;
  const repeated = new Set<object>(repeatedChunks);
  const unique = [...packed.includedChunks, ...packed.excludedChunks].filter((chunk) => !repeated.has(chunk));
  const all = tokensSaved + unique.reduce((sum, chunk) => sum + chunk.tokenCount, 0);
  return {
    inputChunks,
    exactDuplicates,
    overlapDuplicates,
    uniqueChunks: unique.length,
    tokensSaved,
    savedShare: all === 0 ? 0 : tokensSaved / all,
  };
}

/** The use of the window. The system reserve is computed from the rest, because a long system message may exceed it. */
export function tokenAllocation({ budget, packed }: PackRecord): TokenAllocation {
  const { totalTokens: totalWindow, responseReserve } = budget;
  const { availableTokens, totalTokens: packedContext } = packed;
  const systemReserve = Math.max(0, totalWindow - responseReserve - availableTokens);
  return { totalWindow, systemReserve, responseReserve, packedContext, unused: availableTokens - packedContext };
}

/** T-016, troubleshooting 4. */
export function deduplicationFacts(record: PackRecord, { colors }: TextLayout): string {
  const report = deduplicationReport(record);
  const facts: readonly Fact[] = [
    ['Input chunks', formatCount(report.inputChunks)],
    ['Exact duplicates removed', formatCount(report.exactDuplicates)],
    ['Overlap duplicates removed', formatCount(report.overlapDuplicates)],
    ['Unique chunks retained', formatCount(report.uniqueChunks)],
    ['Token savings', `${countOf(report.tokensSaved, 'token')} (${formatShare(report.savedShare, 1)})`],
  ];
  return `${colors.bold('Deduplication')}\n${formatFacts(facts, colors)}`;
}

/** T-016, extended troubleshooting 4. */
export function tokenFacts(record: PackRecord, { colors }: TextLayout): string {
  const tokens = tokenAllocation(record);
  const line = (count: number): string => `${formatCount(count)} (${formatShare(count, tokens.totalWindow)})`;
  const facts: readonly Fact[] = [
    ['Total window', formatCount(tokens.totalWindow)],
    ['System prompt', line(tokens.systemReserve)],
    ['Packed context', line(tokens.packedContext)],
    ['Response reserve', line(tokens.responseReserve)],
    ['Unused', line(tokens.unused)],
  ];
  return `${colors.bold('Token allocation')}\n${formatFacts(facts, colors)}`;
}

/** The numbers of a pack (T-016 FR-016-14). */
export function statFacts({ packed }: PackRecord, { colors }: TextLayout): string {
  const { stats } = packed;
  const facts: readonly Fact[] = [
    ['Sources', formatCount(stats.sources)],
    ['Rejected sources', formatCount(stats.rejectedSources)],
    ['Repeated sources', formatCount(stats.repeatedSources)],
    ['Chunks', formatCount(stats.chunks)],
    ['Included chunks', formatCount(stats.includedChunks)],
    ['Excluded chunks', formatCount(stats.excludedChunks)],
    ...relatedFacts(stats.related),
    ['Time', [...packStages, 'total' as const].map((stage) => timeText(stage, stats.timingsMs[stage])).join(', ')],
  ];
  return `${colors.bold('Pack')}\n${formatFacts(facts, colors)}`;
}

function relatedFacts(related: RelatedStats | undefined): readonly Fact[] {
  if (related === undefined) return [];
  const { shown, omitted } = related;
  const left = Object.entries(omitted).filter(([, count]) => count > 0);
  const more =
    left.length === 0 ? '' : `; not shown: ${left.map(([why, count]) => `${why} ${formatCount(count)}`).join(', ')}`;
  return [['Related signatures', `${formatCount(shown)}${more}`]];
}

function timeText(stage: string, durationMs: number): string {
  return `${stage} ${formatCount(durationMs)} ms`;
}
