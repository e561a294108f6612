import type { AssembledContext, ContextFragment, SkipReason, SkippedStrategy } from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';

import type { FinishedAssembly } from '../assembly/assemble-within-budget.js';
import { type CommandIo, columnsOf } from '../command-io.js';
import { budgetBar } from './budget-bar.js';
import { countOf, formatCount, formatShare } from './numbers.js';
import { printJson } from './print-json.js';
import { secretList } from './secret-list.js';
import { formatTable, titledRows } from './table.js';
import { type Colors, type TextLayout, colorsFor } from './text-layout.js';

/** Printing options. */
interface AssemblyPrinting {
  readonly io: CommandIo;
  readonly json: boolean;
  readonly warnings: readonly string[];
}

/**
 * Prints an assembly: the model's text to standard output and a summary to standard error, or everything as one JSON
 * document. A pipe gets exactly the text that was counted, without a line end added.
 */
export function printAssembly(finished: FinishedAssembly, { io, json, warnings }: AssemblyPrinting): void {
  if (json) {
    printJson(toJson(finished, warnings), io);
    return;
  }
  const { content } = finished;
  if (io.stdout.isTTY !== true) io.stdout.write(content);
  else if (content !== '') io.stdout.write(`${toTerminalText(content)}\n\n`);
  printAssemblySummary(finished, { io, warnings });
}

/** With a template, `content` is the filled template and `renderedTokens` counts it. */
function toJson({ assembled, content, contentTokens }: FinishedAssembly, warnings: readonly string[]): object {
  const { fragments, totalTokens, maxTokens, variables, assemblyDurationMs } = assembled;
  const { truncated, deduplicated, skipped, secrets } = assembled;
  return {
    fragments,
    totalTokens,
    renderedTokens: contentTokens,
    maxTokens,
    variables,
    assemblyDurationMs,
    content,
    truncated,
    deduplicated,
    skipped,
    secrets,
    warnings,
  };
}

/** Prints a summary to standard error: size, fragments, and each omission with its cause (SBD-072 §16.1). */
function printAssemblySummary(
  { assembled, contentTokens }: FinishedAssembly,
  { io, warnings }: { readonly io: CommandIo; readonly warnings: readonly string[] },
): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const { fragments, maxTokens } = assembled;
  const sections = [
    budgetBar({ usedTokens: contentTokens, maxTokens }, layout),
    fragments.length === 0 ? '  No context was found that fits.' : fragmentTable(fragments, layout),
    shortenedList(assembled, layout),
    leftOutList(assembled, layout),
    secretList(assembled.secrets, layout),
    warnings.map((warning) => `${layout.colors.yellow('warning:')} ${toTerminalLine(warning)}`).join('\n'),
  ];
  // On a terminal the text for the model is printed right above.
  const rule = io.stdout.isTTY === true ? `${layout.colors.dim('─'.repeat(layout.columns))}\n` : '';
  io.stderr.write(`${rule}${sections.filter((text) => text !== '').join('\n\n')}\n`);
}

/** A row for each fragment: source, label, tokens, share of all tokens, relevance. */
function fragmentTable(
  fragments: readonly ContextFragment[],
  { colors, columns }: { readonly colors: Colors; readonly columns: number },
): string {
  const total = fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0);
  const rows = fragments.map(({ sourceId, label, tokenEstimate, relevance, metadata }) => [
    sourceId,
    // A strategy that shortened its own fragment reports this only in the metadata.
    `${toTerminalLine(label)}${metadata?.['truncated'] === true ? ' (shortened)' : ''}`,
    formatCount(tokenEstimate),
    formatShare(tokenEstimate, total),
    relevance.toFixed(2),
  ]);
  return formatTable(rows, {
    columns: [
      { heading: 'Source' },
      { heading: 'Fragment', isFlexible: true },
      { heading: 'Tokens', align: 'right' },
      { heading: 'Share', align: 'right' },
      { heading: 'Relevance', align: 'right' },
    ],
    width: columns,
    colors,
  });
}

/** Shortened and deduplicated fragments, a row each; '' without any. */
export function shortenedList({ truncated, deduplicated }: AssembledContext, layout: TextLayout): string {
  const cut = truncated.map(({ sourceId, fromTokens, toTokens, limit }) => [
    sourceId,
    `${formatCount(fromTokens)} → ${formatCount(toTokens)} tokens, ${limit === 'budget' ? 'to fit the budget' : 'the maximum of this source'}`,
  ]);
  const repeated = deduplicated.map(({ sourceId, blocks, duplicateOf, fromTokens, toTokens }) => [
    sourceId,
    `${formatCount(fromTokens)} → ${formatCount(toTokens)} tokens, ${countOf(blocks, 'block')} already in ${duplicateOf.join(', ')}`,
  ]);
  return titledRows('Shortened', [...cut, ...repeated], layout);
}

/** Skipped sources, a row for each reason; '' without any. */
export function leftOutList({ skipped }: AssembledContext, layout: TextLayout): string {
  const groups = new Map<string, { ids: string[]; text: string }>();
  for (const entry of skipped) {
    const text = reasonText(entry);
    const group = groups.get(text) ?? { ids: [], text };
    group.ids.push(entry.sourceId);
    groups.set(text, group);
  }
  const rows = [...groups.values()].map(({ ids, text }) => [ids.join(', '), text]);
  return titledRows('Left out', rows, layout);
}

/** Texts of reasons that need no details from the strategy. */
const shortReasons: Readonly<Partial<Record<SkipReason, string>>> = {
  disabled: 'switched off; see "lexichord strategies enable"',
  excluded: 'excluded by the command line',
};

function reasonText({ reason, message, tokens, duplicateOf }: SkippedStrategy): string {
  if (reason === 'duplicate' && duplicateOf !== undefined) return `${tokenText(tokens)}already in ${duplicateOf}`;
  if (reason === 'over-budget') return `${tokenText(tokens)}no room left in the budget`;
  // Empty sources share one row.
  if (reason === 'empty' && message.endsWith(' returned no content for this request.'))
    return 'no content for this request';
  return shortReasons[reason] ?? toTerminalLine(message);
}

function tokenText(tokens: number | undefined): string {
  return tokens === undefined ? '' : `${countOf(tokens, 'token')}, `;
}
