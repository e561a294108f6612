import { IClock } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { flagOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { chunkList, excludedList, rankingList, rejectedList } from '../output/context-lists.js';
import {
  deduplicationFacts,
  deduplicationReport,
  statFacts,
  tokenAllocation,
  tokenFacts,
} from '../output/context-numbers.js';
import { type ShownPack, contextSummary } from '../output/context-summary.js';
import { packFactsToJson } from '../output/pack-json.js';
import { printJson } from '../output/print-json.js';
import { emptyNote } from '../output/print-pack.js';
import { printWarnings } from '../output/print-warnings.js';
import { type TextLayout, layoutFor } from '../output/text-layout.js';
import { requireLastPack } from '../packing/last-pack.js';
import { withRuntime } from '../session/with-runtime.js';

/** Views of a pack, named after their options. */
const views = ['verbose', 'stats', 'tokens', 'ranking', 'excluded', 'chunks', 'dedupStats'] as const;
type View = (typeof views)[number] | 'summary';

/** `lexichord context show`. With `--json` it prints all views. */
export const runContextShow: CommandRun = (invocation, io) => {
  const view = readView(invocation);
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime, settings }) => {
    const record = await requireLastPack(runtime, io);
    const { total, responseReserve: response, systemReserve: system } = settings.configuration.values.context.budget;
    const shown = { record, configuredTokens: total - response - system, nowMs: runtime.resolve(IClock).now() };
    if (globals.json) printJson(toJson(shown), io);
    else printView(view, shown, io);
    return ExitCode.done;
  });
};

function readView(invocation: Invocation): View {
  const chosenViews = views.filter((view) => flagOption(invocation, view));
  if (chosenViews.length > 1) {
    throw usageError('Give only one of these options: --verbose shows everything, and --json prints it as data.');
  }
  return chosenViews[0] ?? 'summary';
}

/** Prints the sections of a view, separated by blank lines. */
function printView(view: View, shown: ShownPack, io: CommandIo): void {
  const sections = sectionsOf(view, shown, layoutFor(io)).filter((text) => text !== '');
  io.stdout.write(`${sections.join('\n\n')}\n`);
  if (view === 'verbose') printWarnings(shown.record.packed.warnings, io);
}

function sectionsOf(view: View, shown: ShownPack, layout: TextLayout): readonly string[] {
  const { record, nowMs } = shown;
  const sections: Readonly<Record<Exclude<View, 'verbose'>, () => readonly string[]>> = {
    summary: () => contextSummary(shown, layout),
    ranking: () => [rankingList(record, layout, nowMs)],
    excluded: () => [excludedList(record, layout), rejectedList(record.packed.rejectedSources, layout)],
    chunks: () => [chunkList(record, layout)],
    tokens: () => [tokenFacts(record, layout)],
    stats: () => [statFacts(record, layout), deduplicationFacts(record, layout)],
    dedupStats: () => [deduplicationFacts(record, layout)],
  };
  if (view === 'ranking') return [...sections.ranking(), emptyNote(record.packed) ?? ''];
  if (view !== 'verbose') return sections[view]();
  return (['summary', 'ranking', 'excluded', 'tokens', 'stats'] as const).flatMap((part) => sections[part]());
}

function toJson({ record, configuredTokens }: ShownPack): object {
  const { task, packedMs, profile, budget, packed } = record;
  return {
    ...{ task, packedAt: new Date(packedMs).toISOString(), profile, budget, configuredTokens },
    ...packFactsToJson(packed, { warnings: packed.warnings }),
    tokens: tokenAllocation(record),
    deduplication: deduplicationReport(record),
  };
}
