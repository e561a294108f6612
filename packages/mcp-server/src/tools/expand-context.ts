import {
  CompressionLevel,
  ErrorCode,
  LexichordError,
  closeOpenFence,
  compressionLevelNames,
  isLexichordError,
  openFenceAtEnd,
} from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { fitProduced } from '../answers/fit-produced.js';
import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireWholeWorkspace } from '../calls/call-folders.js';
import { continuationHandle, continuationPattern } from '../calls/continuation-store.js';
import { codeHandlePattern, readCode } from './code-handle.js';
import { type PagedText, pageOfText } from './text-page.js';
import { budgetField, maxPathLength, warningsField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

/** Format of a segment's id. */
const segmentPattern = /^[0-9a-f]{8}-\d{1,9}$/u;

/** Maximum number of lines before and after the lines of a handle. */
const maxSurroundingLines = 500;

const input = z.strictObject({
  handle: z
    .string()
    .min(1)
    .max(maxPathLength)
    .describe(
      'From an earlier answer: lines of a file (path:10-20@…), a segment of a conversation (1a2b3c4d-7), or more-….',
    ),
  surrounding_lines: z
    .int()
    .min(0)
    .max(maxSurroundingLines)
    .default(0)
    .describe('Number of lines before and after those of the handle, for lines of a file.'),
  level: z.enum(compressionLevelNames).default('full').describe('How much of a segment.'),
  budget_tokens: budgetField,
});

const output = z.object({
  handle: z.string(),
  kind: z.enum(['code', 'segment', 'page']),
  text: z.string(),
  left_out: z.string().optional().describe('What did not fit, and how to get it.'),
  more: z.string().optional().describe('Handle for expand_context: shows what comes next.'),
  warnings: warningsField,
});

type ExpandInput = z.output<typeof input>;
type ExpandAnswer = ToolAnswer<z.output<typeof output>>;

/** `expand_context`. */
export const expandContext = defineTool({
  name: 'expand_context',
  title: 'Expand a handle',
  description:
    'Show more of something that an earlier answer named by a handle: the full code of a place, the lines around it, ' +
    'the whole text of a summarised segment of a conversation, or the next page of results. Takes a handle, not a ' +
    'question: to find something, use search_code.',
  input,
  output,
  annotations: readOnly,
  reach: 'folders',
  run: (request, call) => {
    if (continuationPattern.test(request.handle)) return nextPage(request.handle, call);
    if (segmentPattern.test(request.handle)) return expandSegment(request, 0, call);
    if (codeHandlePattern.test(request.handle)) return expandCode(request, 0, call);
    throw unknownHandle(request.handle);
  },
});

function unknownHandle(handle: string): LexichordError {
  return new LexichordError(
    ErrorCode.notFound,
    `There is nothing with the handle ${JSON.stringify(handle.slice(0, 100))}. Use a handle from an answer of this server unchanged; after a restart, ask the same question again.`,
    { details: { handle: handle.slice(0, 100) } },
  );
}

/** The next part of an answer, from its tool. */
async function nextPage(handle: string, call: ToolCall): Promise<ExpandAnswer> {
  const continuation = call.workspace.continuations.find(handle);
  if (continuation === undefined) throw unknownHandle(handle);
  const { answer } = await fitProduced(
    {
      produce: (maxTokens) => continuation.next({ ...call, fit: call.fit.within(maxTokens) }),
      describe: ({ text, rest }) => {
        const more = rest && continuationHandle(rest);
        const page: ExpandAnswer = { text, data: { handle, kind: 'page', text, more, warnings: [] }, rest };
        return Promise.resolve({ notes: 0, render: () => page });
      },
    },
    call.fit,
  );
  return answer;
}

/** @param start offset of the shown text, in UTF-16 units */
async function expandSegment(request: ExpandInput, start: number, call: ToolCall): Promise<ExpandAnswer> {
  const { handle, level } = request;
  // A segment belongs to a conversation, and so to no folder.
  requireWholeWorkspace(call.folders);
  const { runtime, signal } = call;
  const toLevel = CompressionLevel[level];
  // The lower tiers may expand one level per call, so the nearest level with less detail is the shown one.
  const shown = Math.min(toLevel + 1, CompressionLevel.tags) as CompressionLevel;
  if (toLevel === CompressionLevel.tags) throw tagsLevel();
  const { content } = await runtime
    .expand({ segmentId: handle, level: shown }, { toLevel, signal })
    .catch((error: unknown) => {
      // The message of the store names a command, which an agent does not have.
      throw isLexichordError(error) && error.code === ErrorCode.notFound ? unknownHandle(handle) : error;
    });
  // The shown text begins in a block of code if the previous part ends in it.
  const opening = openFenceAtEnd(content.slice(0, start));
  const part: PagedText = {
    text: content,
    frame: (shown) => closeOpenFence(opening === undefined ? shown : `${opening}\n${shown}`),
    key: [expandContext.name, handle, level],
    how: 'The level brief is shorter.',
    from: (next, limits) => expandSegment(request, next, { ...call, ...limits }),
  };
  return partAnswer({ handle, kind: 'segment', warnings: [] }, { part, start, call });
}

function tagsLevel(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    'The level tags has the least detail and cannot be the target of an expansion. Ask for brief, detailed or full.',
  );
}

/** @param start offset of the shown code, in UTF-16 units */
async function expandCode(request: ExpandInput, start: number, call: ToolCall): Promise<ExpandAnswer> {
  const code = await readCode(request.handle, request.surrounding_lines, call);
  const plain = { place: code.place, code: code.code, warnings: start === 0 ? code.warnings : [] };
  const { place, code: text, warnings } = await screenOutput(plain, call);
  const { handle, language } = code;
  // With its hash the next part belongs to the same text, or has a warning that it has changed.
  const rest = { ...request, handle, surrounding_lines: 0 };
  const part: PagedText = {
    text,
    frame: (shown) => `${place}${continued(text, start)}\n${fence(shown.replace(/\n$/u, ''), language)}`,
    key: [expandContext.name, handle],
    how: '',
    from: (next, limits) => expandCode(rest, next, { ...call, ...limits }),
  };
  return partAnswer({ handle, kind: 'code', warnings: shownWarnings(warnings) }, { part, start, call });
}

/** Note on how a part continues the previous one: at a line break, or within a line. */
function continued(text: string, start: number): string {
  if (start === 0) return '';
  return text[start - 1] === '\n' ? ' (continued)' : ' (continued within a line)';
}

/** A part of a text for a call. */
interface ShownPart {
  readonly part: PagedText;
  readonly start: number;
  readonly call: ToolCall;
}

function partAnswer(
  about: Pick<z.output<typeof output>, 'handle' | 'kind' | 'warnings'>,
  { part, start, call }: ShownPart,
): ExpandAnswer {
  return pageOfText(part, { start, fit: call.fit }, ({ shown, leftOut, rest }) => ({
    text: joinSections([shown, leftOut, warningLines(about.warnings)]),
    data: { ...about, text: shown, left_out: leftOut, more: rest && continuationHandle(rest) },
    rest,
  }));
}
