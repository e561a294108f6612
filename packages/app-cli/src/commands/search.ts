import { type ChunkKind, type SearchFilter, type SearchResult, chunkKinds } from '@lexichord/abstractions';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { countOption, flagOption, listOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { showIndexProgress } from '../output/index-update.js';
import { printHits } from '../output/print-hits.js';
import { printJson } from '../output/print-json.js';
import { screenSearch } from '../output/screen-output.js';
import { withRuntime } from '../session/with-runtime.js';

const maxLimit = 200;

/** `lexichord search`. */
export const runSearch: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Give a question, a name, a path or an error message.');
  const limit = countOption(invocation, 'limit', { flag: '--limit', max: maxLimit });
  const filter = readFilter(invocation);
  const refresh = invocation.options['refresh'] !== false;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const found = await showIndexProgress(io, (onIndexProgress) =>
      runtime.search(query, { limit, filter, refresh, onIndexProgress, signal }),
    );
    const result = await screenSearch(found, { runtime, signal });
    const showsContent = flagOption(invocation, 'content');
    if (globals.json) printJson(toJson(result, showsContent), io);
    else printHits(result, io, { explains: flagOption(invocation, 'explain'), showsContent });
    return ExitCode.done;
  });
};

function readFilter(invocation: Invocation): SearchFilter {
  const kinds = listOption(invocation, 'kind', '--kind');
  const unknown = kinds.find((kind) => !chunkKinds.includes(kind as ChunkKind));
  if (unknown !== undefined) {
    throw usageError(`--kind is ${JSON.stringify(unknown)}; it must be one of ${chunkKinds.join(', ')}.`, {
      option: '--kind',
    });
  }
  const paths = listOption(invocation, 'path', '--path');
  const languages = listOption(invocation, 'language', '--language');
  return {
    paths: paths.length === 0 ? undefined : paths,
    languages: languages.length === 0 ? undefined : languages,
    kinds: kinds.length === 0 ? undefined : (kinds as readonly ChunkKind[]),
  };
}

/** Locations and scores, with the text if requested. */
function toJson({ hits, confidence, absentNames = [], warnings = [] }: SearchResult, showsContent: boolean): object {
  return {
    hits: hits.map((hit) => {
      const { filePath, startLine, endLine, symbol, kind, language, score, headingPath, parts, content } = hit;
      return {
        ...{ filePath, startLine, endLine, symbol, kind, language, score, headingPath, parts },
        ...(showsContent ? { content } : {}),
      };
    }),
    confidence,
    absentNames,
    warnings,
  };
}
