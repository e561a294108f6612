import { IClock, type RankWeights } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { namedLocationOf } from '../output/chunk-table.js';
import { agoText } from '../output/context-summary.js';
import { countOf, formatCount } from '../output/numbers.js';
import { chunkToJson } from '../output/pack-json.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { colorsFor } from '../output/text-layout.js';
import {
  type RecordedChunk,
  allChunks,
  findChunks,
  locationInWorkspace,
  requireChunkLocation,
} from '../packing/find-chunk.js';
import { requireLastPack } from '../packing/last-pack.js';
import { withRuntime } from '../session/with-runtime.js';

/** A chunk's rank with its computation. */
interface Explanation {
  readonly chunk: RecordedChunk;
  /** The same lines, found by other sources. */
  readonly others: readonly RecordedChunk[];
  readonly chunkCount: number;
  readonly weights: RankWeights;
  readonly formula: string;
}

/** `lexichord context explain-rank` (T-016, troubleshooting 3). */
export const runContextExplainRank: CommandRun = (invocation, io) => {
  const location = requireChunkLocation(invocation, 'chunk');
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const record = await requireLastPack(runtime, io);
    const [chunk, ...others] = findChunks(record, await locationInWorkspace(location, runtime, io));
    const { weights } = record.packed;
    const formula = formulaOf(chunk, weights);
    const explanation = { chunk, others, weights, formula, chunkCount: allChunks(record).length };
    if (globals.json) printJson(toJson(explanation), io);
    else printExplanation(explanation, io, runtime.resolve(IClock).now());
    return ExitCode.done;
  });
};

function formulaOf({ factors, rankScore }: RecordedChunk, weights: RankWeights): string {
  const terms = (['relevance', 'recency', 'source'] as const).map(
    (factor) => `(${factors[factor].toFixed(2)} × ${weights[factor]})`,
  );
  return `${terms.join(' + ')} = ${rankScore.toFixed(3)}`;
}

function toJson({ chunk, chunkCount, weights, formula, others }: Explanation): object {
  return {
    ...chunkToJson(chunk),
    ...stateToJson(chunk),
    weights,
    formula,
    chunkCount,
    others: others.map((other) => ({ ...chunkToJson(other), ...stateToJson(other) })),
  };
}

function stateToJson({ reason, keptChunk }: RecordedChunk): object {
  return { included: reason === undefined, reason, keptChunk };
}

function printExplanation({ chunk, others, chunkCount, formula }: Explanation, io: CommandIo, nowMs: number): void {
  const { bold } = colorsFor(io.stdout, io.environment);
  const { factors, matchedKeywords, changedMs, sourceType } = chunk;
  const keywords = matchedKeywords.length === 0 ? 'no keyword of the task' : toTerminalLine(matchedKeywords.join(', '));
  const changed =
    changedMs === undefined
      ? 'time of the last change unknown'
      : `changed ${agoText(nowMs - changedMs)}, ${new Date(changedMs).toISOString()}`;
  io.stdout.write(`${bold(namedLocationOf(chunk))} (${chunk.kind}, ${countOf(chunk.tokenCount, 'token')})\n\n`);
  printFacts(
    [
      ['Relevance', `${factors.relevance.toFixed(2)} (${keywords})`],
      [
        'Recency',
        `${factors.recency.toFixed(2)} (${isUndated(chunk) ? 'not counted for a search hit; ' : ''}${changed})`,
      ],
      ['Source', `${factors.source.toFixed(2)} (${sourceType}, priority ${formatCount(factors.source * 100)})`],
      ['Combined score', formula],
      ['Rank', `#${formatCount(chunk.rank)} of ${formatCount(chunkCount)}`],
      ['State', stateText(chunk)],
    ],
    io,
  );
  for (const other of others) {
    io.stdout.write(`\nAlso found as ${other.sourceType}: #${formatCount(other.rank)}, ${stateText(other)}\n`);
  }
}

/** Whether a chunk has no date: any date gives a recency above 0. */
function isUndated({ factors, changedMs, sourceType }: RecordedChunk): boolean {
  return sourceType === 'search-result' && factors.recency === 0 && changedMs !== undefined;
}

function stateText({ reason, keptChunk, detail }: RecordedChunk): string {
  if (reason === undefined) return 'included';
  const kept = keptChunk === undefined ? '' : `; kept instead: ${toTerminalLine(keptChunk)}`;
  return `left out: ${reason}${detail === undefined ? '' : ` (${toTerminalLine(detail)})`}${kept}`;
}
