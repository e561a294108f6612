import type { FinishedAssembly } from '../assembly/assemble-within-budget.js';
import type { CommandIo } from '../command-io.js';
import { printAssemblySummary } from './assembly-summary.js';
import { printJson } from './print-json.js';
import { toTerminalText } from './terminal-text.js';

/** How to print it. */
export interface AssemblyPrinting {
  readonly io: CommandIo;
  readonly json: boolean;
  readonly warnings: readonly string[];
}

/**
 * The text for the model alone on standard output, so that it can be piped into one, and a summary on standard error;
 * or everything as one JSON document. A pipe gets exactly the text that was counted, without a line end behind it.
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
