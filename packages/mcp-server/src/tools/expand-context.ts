import {
  CompressionLevel,
  ErrorCode,
  LexichordError,
  closeOpenFence,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';
import { z } from 'zod';

import { fitProduced } from '../answers/fit-produced.js';
import { shownWarnings, warningLines } from '../answers/notes.js';
import { screened } from '../answers/screened.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireWholeWorkspace } from '../calls/call-folders.js';
import { continuationPattern } from '../calls/continuation-store.js';
import { codeHandlePattern, readCode } from './code-handle.js';
import { budgetField, maxPathLength, warningsField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

/** What a segment's id looks like. */
const segmentPattern = /^[0-9a-f]{8}-\d{1,9}$/u;

/** Lines before and after the lines of a handle. */
const maxSurroundingLines = 500;

const input = z.strictObject({
  handle: z
    .string()
    .min(1)
    .max(maxPathLength)
    .describe('From an earlier answer: lines of a file (path:10-20@…), a segment of a conversation, or more-….'),
  surrounding_lines: z
    .int()
    .min(0)
    .max(maxSurroundingLines)
    .default(0)
    .describe('Lines before and after those of the handle, for lines of a file.'),
  level: z.enum(compressionLevelNames).default('full').describe('How much of a segment.'),
  budget_tokens: budgetField,
});

const output = z.object({
  handle: z.string(),
  kind: z.enum(['code', 'segment', 'page']),
  text: z.string(),
  left_out: z.string().optional().describe('What did not fit, and how to get it.'),
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
  run: (asked, call) => {
    if (continuationPattern.test(asked.handle)) return nextPage(asked.handle, call);
    if (segmentPattern.test(asked.handle)) return expandSegment(asked, call);
    if (codeHandlePattern.test(asked.handle)) return expandCode(asked, call);
    throw unknownHandle(asked.handle);
  },
});

function unknownHandle(handle: string): LexichordError {
  return new LexichordError(
    ErrorCode.notFound,
    `Nothing is known by the handle ${JSON.stringify(handle.slice(0, 100))}. Take a handle from an answer of this server as it is; after a restart, ask the same question again.`,
    { details: { handle: handle.slice(0, 100) } },
  );
}

/** The next items of an answer, as its tool gives them. */
async function nextPage(handle: string, call: ToolCall): Promise<ExpandAnswer> {
  const continuation = call.workspace.continuations.find(handle);
  if (continuation === undefined) throw unknownHandle(handle);
  const { answer } = await fitProduced(
    {
      produce: (maxTokens) => continuation.next({ ...call, fit: call.fit.within(maxTokens) }),
      describe: ({ text }) =>
        Promise.resolve({
          notes: 0,
          render: (): ExpandAnswer => ({ text, data: { handle, kind: 'page', text, warnings: [] } }),
        }),
    },
    call.fit,
  );
  return answer;
}

async function expandSegment({ handle, level }: ExpandInput, call: ToolCall): Promise<ExpandAnswer> {
  // Of a conversation, which belongs to no folder.
  requireWholeWorkspace(call.folders);
  const { runtime, signal } = call;
  const toLevel = CompressionLevel[level];
  // One level a call is what the lower tiers may do, so the nearest level with less detail is what was shown.
  const shown = Math.min(toLevel + 1, CompressionLevel.tags) as CompressionLevel;
  if (toLevel === CompressionLevel.tags) throw tagsLevel();
  const { content } = await runtime.expand({ segmentId: handle, level: shown }, { toLevel, signal });
  return cutTo(
    content,
    {
      handle,
      kind: 'segment',
      warnings: [],
      frame: closeOpenFence,
      how: 'ask with a larger budget_tokens, or for the level brief',
    },
    call,
  );
}

function tagsLevel(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    'The level tags has the least detail, and cannot be expanded to. Ask for brief, detailed or full.',
  );
}

async function expandCode(
  { handle, surrounding_lines: surroundingLines }: ExpandInput,
  call: ToolCall,
): Promise<ExpandAnswer> {
  const code = await readCode(handle, surroundingLines, call);
  const plain = { place: code.place, code: code.code, warnings: code.warnings };
  const { place, code: text, warnings } = await screened(plain, call);
  return cutTo(
    text,
    {
      handle: code.handle,
      kind: 'code',
      warnings: shownWarnings(warnings),
      frame: (shown) => `${place}\n${fence(shown.replace(/\r?\n$/u, ''), code.language)}`,
      how: 'ask with a larger budget_tokens',
    },
    call,
  );
}

interface ExpandedPart extends Pick<z.output<typeof output>, 'handle' | 'kind' | 'warnings'> {
  /** What is shown around a text, or around its beginning: a block of code that was cut is closed all the same. */
  readonly frame: (shown: string) => string;
  /** How to get the rest, without a full stop. */
  readonly how: string;
}

/** The text, or as much of its beginning as fits. */
function cutTo(text: string, { how, frame, ...part }: ExpandedPart, { fit }: ToolCall): ExpandAnswer {
  const render = (beginning: string): ExpandAnswer => {
    const shown = frame(beginning);
    const leftOut = beginning.length === text.length ? undefined : `Left out: the end of it. For the rest, ${how}.`;
    const notes = [leftOut ?? '', warningLines(part.warnings)].filter((note) => note !== '');
    return { text: [shown, ...notes].join('\n\n'), data: { ...part, text: shown, left_out: leftOut } };
  };
  const whole = render(text);
  if (fit.holds(whole)) return whole;
  // Lines as items: an answer never ends within one, unless it has nothing else.
  const most = fit.cut(text, fit.budgetTokens);
  const lines = most.split(/(?<=\n)/u);
  const count = fit.largest(lines.length - 1, (shown) => render(lines.slice(0, shown).join('')));
  const wholeLines = lines.slice(0, Math.max(0, count)).join('');
  if (wholeLines.trim() !== '') return render(wholeLines);
  const tokens = fit.largest(fit.budgetTokens, (shown) => render(fit.cut(most, shown)));
  if (tokens > 0) return render(fit.cut(most, tokens));
  throw fit.tooSmall();
}
