import { ErrorCode, IPackRecorder, LexichordError } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { joinSections } from '../answers/notes.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { checkOfFiles, fileOutside, isInFolders, requireFolder } from '../calls/call-folders.js';
import { type ExplainedChunk, type ExplainedPack, explainedPack } from '../calls/pack-store.js';
import { type PagedList, pageOfList } from '../calls/paged-list.js';
import { budgetField, maxPathLength, pathField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

const input = z.strictObject({
  pack: z
    .string()
    .min(1)
    .max(maxPathLength)
    .optional()
    .describe('Which pack: its handle pack-… from the answer of pack_context. Left out: the last pack.'),
  path: pathField.optional().describe('Only chunks of this file, by its path or the end of it.'),
  show: z.enum(['all', 'included', 'left_out']).default('all').describe('Which chunks.'),
  budget_tokens: budgetField,
});

const chunkSchema = z.object({
  handle: z.string().describe('For expand_context.'),
  rank: z.int().describe('1 is the best.'),
  score: z.number().describe('Weighted sum of the factors, 0 to 1.'),
  relevance: z.number(),
  recency: z.number(),
  source: z.number(),
  source_type: z.string().describe('How it was found.'),
  reason: z.string().optional().describe('Why it was left out; absent: it is in the text.'),
});

const output = z.object({
  task: z.string(),
  context_tokens: z.int(),
  budget_tokens: z.int().describe('What the text might have had.'),
  chunks: z.array(chunkSchema).describe('Best first.'),
  left_out: z.int().describe('Further chunks that did not fit into this answer.'),
  more: z.string().optional().describe('Handle for expand_context: shows the chunks that were left out.'),
});

type Chunk = z.output<typeof chunkSchema>;

/** Maximum length of a shown task, in UTF-16 units. */
const maxTaskLength = 300;

/** `explain_context`. */
export const explainContext = defineTool({
  name: 'explain_context',
  title: 'Explain a pack',
  description:
    'Explain the last pack_context, or an earlier one by its handle: why each chunk was ranked as it was, why it was ' +
    'included or left out, and how the budget was used. Use it when something that you expected is missing from the ' +
    'packed context, or when irrelevant code is in it. There is one last pack, which each pack_context of any client ' +
    'replaces: the answer names its task.',
  input,
  output,
  annotations: readOnly,
  reach: 'folders',
  run: async ({ pack: handle, path, show }, call) => {
    const { name, key, pack } = handle === undefined ? await lastPack(call) : knownPack(handle, call);
    const candidates = chunksOf(pack, path).filter(({ filePath }) => isInFolders(filePath, call.folders));
    const chosen = candidates.filter(
      ({ reason }) => show === 'all' || (reason === undefined) === (show === 'included'),
    );
    // Screened completely: the beginning of a truncated secret would not be recognised.
    const { task: wholeTask, chunks } = await screenOutput({ task: pack.task, chunks: chosen.map(chunkData) }, call);
    const about = {
      task: wholeTask.slice(0, maxTaskLength),
      ...{ context_tokens: pack.totalTokens, budget_tokens: pack.availableTokens },
    };
    const list: PagedList<Chunk, z.output<typeof output>> = {
      key: ['explain_context', path, show, ...key],
      items: chunks,
      check: checkOfFiles(chosen),
      render: ({ shown, before, after, more }) =>
        answerOf(
          { ...about, chunks: [...shown], left_out: after, more },
          { name, before, hasNoCandidate: path !== undefined && candidates.length === 0 },
        ),
    };
    return pageOfList(list, 0, call);
  },
});

/** Chunks of a file; of all files with that end of a path, if none has it as its path. */
function chunksOf({ chunks }: ExplainedPack, path: string | undefined): readonly ExplainedChunk[] {
  if (path === undefined) return chunks;
  const ofFile = chunks.filter(({ filePath }) => filePath === path);
  return ofFile.length > 0 ? ofFile : chunks.filter(({ filePath }) => filePath.endsWith(`/${path}`));
}

/** Handle and pack of a request. */
interface ExplainedHandle {
  /** Name of the pack, for the start of a sentence. */
  readonly name: string;
  /** Key of the pack in handles. */
  readonly key: readonly unknown[];
  readonly pack: ExplainedPack;
}

/**
 * The last pack. One with a file outside of the client's folders belongs to another caller, and its task is not shown.
 *
 * @throws {LexichordError} `not-found` without a pack
 */
async function lastPack({ runtime, signal, folders }: ToolCall): Promise<ExplainedHandle> {
  const record = await runtime.resolve(IPackRecorder).last({ signal });
  if (record !== undefined && fileOutside(record.packed.includedChunks, folders) === undefined) {
    return { name: 'The last pack', key: [record.packedMs, record.task], pack: explainedPack(record) };
  }
  const scope = folders === undefined ? 'this workspace yet' : 'the roots of the client last';
  throw new LexichordError(ErrorCode.notFound, `Nothing was packed in ${scope}. Call pack_context first.`);
}

/**
 * @throws {LexichordError} `not-found` for an unknown handle
 * @throws {PathDeniedError} for a pack with a file outside of the client's folders
 */
function knownPack(handle: string, { workspace, folders }: ToolCall): ExplainedHandle {
  const pack = workspace.packs.find(handle);
  if (pack === undefined) {
    throw new LexichordError(
      ErrorCode.notFound,
      `There is no pack with the handle ${JSON.stringify(handle.slice(0, 100))}. Use one from an answer of pack_context unchanged, or leave it out for the last pack; after a restart, pack again.`,
      { details: { handle: handle.slice(0, 100) } },
    );
  }
  const outside = fileOutside(pack.chunks.filter(isIncluded), folders);
  if (outside !== undefined) requireFolder(outside, folders);
  return { name: `The pack ${handle}`, key: [handle], pack };
}

function isIncluded({ reason }: ExplainedChunk): boolean {
  return reason === undefined;
}

function chunkData({ id, rank, rankScore, factors, sourceType, reason }: ExplainedChunk): Chunk {
  return {
    ...{ handle: id, rank, score: rounded(rankScore) },
    ...{ relevance: rounded(factors.relevance), recency: rounded(factors.recency), source: rounded(factors.source) },
    ...{ source_type: sourceType, reason },
  };
}

function rounded(share: number): number {
  return Math.round(share * 100) / 100;
}

/** The first lines of a page of an explanation. */
interface PageStart {
  /** Name of the pack, for the start of a sentence. */
  readonly name: string;
  /** Number of chunks on the previous pages. */
  readonly before: number;
  /** Whether no chunk of the requested file was a candidate. */
  readonly hasNoCandidate: boolean;
}

function answerOf(
  data: z.output<typeof output>,
  { name, before, hasNoCandidate }: PageStart,
): ToolAnswer<z.output<typeof output>> {
  const { task, chunks, left_out: leftOut, more, context_tokens: used, budget_tokens: budget } = data;
  const head =
    before === 0
      ? `${name} used ${used} of ${budget} tokens, for the task: ${task}`
      : `Chunks of that pack, after the first ${before}:`;
  const rest = leftOut === 0 ? '' : `Left out: ${leftOut} further chunks. ${howToGet(more)}`;
  const none = chunks.length === 0 && leftOut === 0 ? noneText(hasNoCandidate) : '';
  return { text: joinSections([head, none, chunks.map(chunkLine).join('\n'), rest]), data };
}

function noneText(hasNoCandidate: boolean): string {
  if (!hasNoCandidate) return 'No chunk of it matches.';
  return 'No chunk of it matches: the search for its task did not find that file. open_files of pack_context adds it.';
}

function howToGet(more: string | undefined): string {
  if (more === undefined) return 'Ask with a larger budget_tokens.';
  return `expand_context with the handle ${more} shows them; a path or show narrows the list.`;
}

function chunkLine({
  handle,
  rank,
  score,
  relevance,
  recency,
  source,
  source_type: sourceType,
  reason,
}: Chunk): string {
  const outcome = reason === undefined ? 'included' : `left out: ${reason}`;
  return `${rank}. ${handle}: ${outcome}; score ${score} (relevance ${relevance}, recency ${recency}, source ${source}: ${sourceType})`;
}
