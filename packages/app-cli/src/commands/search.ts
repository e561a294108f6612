import {
  type ChunkKind,
  type ILexichordRuntime,
  ISemanticSearchService,
  type LexichordError,
  type SearchFilter,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  chunkKinds,
  isLexichordError,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { countOption, flagOption, listOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { colorsFor } from '../output/colors.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { screenSearch } from '../output/screen-output.js';
import { toTerminalLine } from '../output/terminal-text.js';
import { type RefreshOutcome, isWriteFailure, tryToRefreshIndex } from '../session/refresh-index.js';
import { withRuntime } from '../session/with-runtime.js';

const defaultLimit = 10;
const highestLimit = 200;

/** `lexichord search`. */
export const runSearch: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Say what to look for.');
  const topK = countOption(invocation, 'limit', { flag: '--limit', most: highestLimit }) ?? defaultLimit;
  const filter = readFilter(invocation);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const {
      warnings,
      listingWarnings = [],
      failure,
    } = invocation.options['refresh'] === false ? nothingRefreshed : await tryToRefreshIndex(runtime, io);
    if (failure !== undefined && !isWriteFailure(failure)) throw failure;
    const found = await searchIn(runtime, { query, failure }, { topK, filter, signal });
    // What else an update has to say, the search says itself or whoever indexes is told.
    const told =
      failure === undefined ? listingWarnings : [`${warnings.join(' ')} The answer comes from the index as it is.`];
    const all = { ...found, warnings: [...told, ...(found.warnings ?? [])] };
    const result = await screenSearch(all, { runtime, signal });
    if (globals.json) printJson(toJson(result), io);
    else printHits(result, io, flagOption(invocation, 'explain'));
    return ExitCode.done;
  });
};

const nothingRefreshed: RefreshOutcome = { warnings: [] };

/** @throws what kept the index from being made, where there is none that could answer */
async function searchIn(
  runtime: ILexichordRuntime,
  { query, failure }: { readonly query: string; readonly failure: LexichordError | undefined },
  options: SearchOptions,
): Promise<SearchResult> {
  try {
    return await runtime.resolve(ISemanticSearchService).search(query, options);
  } catch (error) {
    throw failure !== undefined && isLexichordError(error) ? failure : error;
  }
}

function readFilter(invocation: Invocation): SearchFilter {
  const kinds = listOption(invocation, 'kind', '--kind');
  const unknown = kinds.find((kind) => !chunkKinds.includes(kind as ChunkKind));
  if (unknown !== undefined) {
    throw usageError(`--kind is ${JSON.stringify(unknown)}; it may be ${chunkKinds.join(', ')}.`, { option: '--kind' });
  }
  const paths = listOption(invocation, 'path', '--path');
  const languages = listOption(invocation, 'language', '--language');
  return {
    paths: paths.length === 0 ? undefined : paths,
    languages: languages.length === 0 ? undefined : languages,
    kinds: kinds.length === 0 ? undefined : (kinds as readonly ChunkKind[]),
  };
}

/** Places and scores; the text is in the files. */
function toJson({ hits, warnings = [] }: SearchResult): object {
  return {
    hits: hits.map(({ filePath, startLine, endLine, symbol, kind, language, score, headingPath, parts }) => ({
      filePath,
      startLine,
      endLine,
      symbol,
      kind,
      language,
      score,
      headingPath,
      parts,
    })),
    warnings,
  };
}

function printHits({ hits, warnings = [] }: SearchResult, io: CommandIo, explain: boolean): void {
  const colors = colorsFor(io.stdout, io.environment);
  if (hits.length === 0) io.stdout.write('Nothing in the index answers the query.\n');
  for (const hit of hits) {
    const { filePath, startLine, endLine, headingPath, score } = hit;
    const place = `${colors.cyan(toTerminalLine(filePath))}:${startLine}-${endLine}`;
    const name = headingPath.length === 0 ? '' : `  ${toTerminalLine(headingPath.join(' › '))}`;
    io.stdout.write(`${colors.dim(score.toFixed(2))}  ${place}${name}\n`);
    if (explain) io.stdout.write(`      ${colors.dim(partsText(hit))}\n`);
  }
  printWarnings(warnings, io);
}

function partsText({ parts = [] }: SearchHit): string {
  return parts.map(({ signal, score }) => `${signal} ${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(3)}`).join('  ');
}
