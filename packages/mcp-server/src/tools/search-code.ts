import { type SearchHit, chunkKinds, describeDoubt } from '@lexichord/abstractions';
import { chunkId, fence } from '@lexichord/platform/internal';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import type { Continuation, ToolAnswer } from '../answers/tool-answer.js';
import { type ToolCall, refreshOptions } from '../calls/call-context.js';
import { isInFolders } from '../calls/call-folders.js';
import { continuationHandle } from '../calls/continuation-store.js';
import { excludedFiles } from '../calls/excluded-files.js';
import { budgetField, maxListLength, pathField, queryField, warningsField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

/** Maximum number of hits of a query, over all its answers. */
const maxHits = 200;

const input = z.strictObject({
  query: queryField.describe(
    'A question, a name such as UserService.login, a path, or an error message with its stack trace.',
  ),
  paths: z
    .array(pathField)
    .max(maxListLength)
    .optional()
    .describe('Only in these files or folders, relative to the workspace; globs such as src/** are allowed.'),
  languages: z
    .array(z.string().max(40))
    .max(maxListLength)
    .optional()
    .describe('Only these languages, such as typescript.'),
  kinds: z.array(z.enum(chunkKinds)).optional().describe('Only these kinds of definition.'),
  limit: z.int().min(1).max(maxHits).default(10).describe('Maximum number of hits; they are the best, not all.'),
  show_code: z
    .boolean()
    .default(true)
    .describe('False lists the places without their code, which leaves room for more of them.'),
  budget_tokens: budgetField,
});

const hitSchema = z.object({
  handle: z.string().describe('For expand_context.'),
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  symbol: z.string().optional(),
  kind: z.string().optional(),
  score: z.number(),
  code: z.string().optional(),
});

const output = z.object({
  hits: z.array(hitSchema).describe('Best first.'),
  without_code: z.int().describe('Hits whose code did not fit: expand_context with their handle shows it.'),
  left_out: z.int().describe('Further hits that did not fit.'),
  more: z.string().optional().describe('Handle for expand_context: shows the hits that were left out.'),
  doubt: z.string().optional().describe('Why the hits may be no answer.'),
  warnings: warningsField,
});

type SearchAnswer = ToolAnswer<z.output<typeof output>>;
type Hit = z.output<typeof hitSchema> & { readonly language: string };

/** `search_code`. */
export const searchCode = defineTool({
  name: 'search_code',
  title: 'Search code and documentation',
  description:
    'Find where something is in this repository: searches code and documentation by names, words and meaning, and ' +
    'returns ranked places with their lines and code. Use it to find the definition of a function or class, where a ' +
    'function, name or string is defined or used, which file handles something, the code of an error message, or the ' +
    'documentation on a subject. To collect everything that a task needs in one text, use pack_context instead.',
  input,
  output,
  annotations: readOnly,
  reach: 'folders',
  run: (request, call) => searchBeyond(request, [], call),
});

/**
 * Searches, and leaves out the hits of earlier answers.
 *
 * @param shown handles of those hits: skipping their number would skip other hits if files have changed meanwhile
 */
async function searchBeyond(
  request: z.output<typeof input>,
  shown: readonly string[],
  call: ToolCall,
): Promise<SearchAnswer> {
  const { runtime, workspace, folders, fit } = call;
  const { query, paths = folders, languages, kinds, limit, show_code: showsCode } = request;
  // Folders are paths, too, and need no list of the files outside of them, unless the caller names other paths.
  const excluded = request.paths === undefined ? undefined : await excludedFiles(call);
  const found = await runtime.search(query, {
    limit,
    filter: { paths, excludedFiles: excluded, languages, kinds },
    ...refreshOptions(call),
  });
  const shownIds = new Set(shown);
  const others = found.hits
    .filter(({ filePath }) => isInFolders(filePath, folders))
    .map((hit) => shownHit(hit, showsCode))
    .filter(({ handle }) => !shownIds.has(handle));
  const doubt = shown.length === 0 ? describeDoubt(found) : undefined;
  const { hits, warnings: all } = await screenOutput({ hits: others, doubt, warnings: found.warnings ?? [] }, call);
  const about = { query, doubt, warnings: shownWarnings(all) };
  // All hits are listed before any code is shown.
  const withCode = Math.max(
    0,
    fit.maxFitting(hits.length, (count) => answerOf({ ...about, hits, withCode: count, leftOut: 0 })),
  );
  return fit.firstItems(hits.length, (count) => {
    const leftOut = hits.length - count;
    const next = [...shown, ...others.slice(0, count).map(({ handle }) => handle)];
    const continuation: Continuation | undefined =
      leftOut === 0 || count === 0
        ? undefined
        : {
            key: [searchCode.name, request, next],
            next: (limits) => searchBeyond(request, next, { runtime, workspace, ...limits }),
          };
    const more = continuation && continuationHandle(continuation);
    return { ...answerOf({ ...about, hits: hits.slice(0, count), withCode, leftOut, more }), rest: continuation };
  });
}

function shownHit({ filePath, startLine, endLine, content, ...hit }: SearchHit, showsCode: boolean): Hit {
  const { symbol, kind, score, language } = hit;
  return {
    handle: chunkId({ filePath, startLine, endLine }, content),
    path: filePath,
    start_line: startLine,
    end_line: endLine,
    symbol,
    kind,
    score: Math.round(score * 1_000) / 1_000,
    code: showsCode ? content : undefined,
    language,
  };
}

/** The text and data of an answer. */
interface AnswerParts {
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Number of hits shown with their code. */
  readonly withCode: number;
  readonly leftOut: number;
  readonly more?: string | undefined;
  readonly doubt: string | undefined;
  readonly warnings: string[];
}

function answerOf({ hits, withCode, leftOut, more, doubt, warnings }: AnswerParts): SearchAnswer {
  const shown = hits.map(({ code, ...hit }, index) => ({ ...hit, code: index < withCode ? code : undefined }));
  const withoutCode = hits.filter(({ code }, index) => code !== undefined && index >= withCode).length;
  const sections = [
    hits.length === 0
      ? noHits(leftOut)
      : `${hits.length} places, best first. Each line begins with the handle for expand_context.`,
    ...shown.map(hitText),
    omissions({ withoutCode, leftOut, more }),
    doubt,
    warningLines(warnings),
  ];
  return {
    text: joinSections(sections),
    data: {
      hits: shown.map(withoutLanguage),
      ...{ without_code: withoutCode, left_out: leftOut, more, doubt, warnings },
    },
  };
}

/** The language is in the fence. */
function withoutLanguage({
  handle,
  path,
  start_line,
  end_line,
  symbol,
  kind,
  score,
  code,
}: Hit): z.output<typeof hitSchema> {
  return { handle, path, start_line, end_line, symbol, kind, score, code };
}

function noHits(leftOut: number): string {
  if (leftOut > 0) return `${leftOut} hits were found, but none fits into the budget. Ask with a larger budget_tokens.`;
  return 'No hits for the query. Try other words, or leave out paths, languages and kinds.';
}

function hitText({ handle, symbol, kind, score, code, language }: Hit): string {
  const facts = [symbol, kind, score.toFixed(2)].filter((fact) => fact !== undefined).join(', ');
  return `${handle} (${facts})${code === undefined ? '' : `\n${fence(code.trimEnd(), language)}`}`;
}

function omissions({
  withoutCode,
  leftOut,
  more,
}: Readonly<Record<'withoutCode' | 'leftOut', number>> & { readonly more: string | undefined }): string {
  const lines = [
    withoutCode === 0
      ? ''
      : `Left out: the code of the last ${withoutCode} places. expand_context with a handle shows it.`,
    more === undefined ? '' : `Left out: ${leftOut} further places. expand_context with the handle ${more} shows them.`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}
