import { type PackedContext, packProfiles } from '@lexichord/abstractions';
import { recordPack } from '@lexichord/runtime';
import { z } from 'zod';

import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import { screened } from '../answers/screened.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import { indexProgressMessage } from '../calls/progress.js';
import { lastPackUri } from '../resources/resource-uris.js';
import { budgetField, maxListLength, pathField, queryField, warningsField } from './shared-fields.js';
import { type ToolCall, defineTool, readOnly } from './tool-definition.js';

/** Longest output of a tool, in UTF-16 units. */
const maxOutputLength = 1_000_000;

/** Left-out chunks that are named at most; the rest is counted. */
const maxNamed = 100;

/** Sources that could not be read and are named at most. */
const maxRejected = 10;

/** Share of the budget that the packed text may have at first; the rest is for what is said about it. */
const firstShare = 0.85;

/** Attempts at a packed text that leaves room for what is said about it. */
const maxAttempts = 6;

const input = z.strictObject({
  task: queryField.describe('What you are about to do, in a sentence: what is packed is chosen for it.'),
  open_files: z
    .array(pathField)
    .max(maxListLength)
    .optional()
    .describe('Files that are certainly needed, relative to the workspace.'),
  tool_outputs: z
    .array(z.strictObject({ name: z.string().min(1).max(200), text: z.string().max(maxOutputLength) }))
    .max(maxListLength)
    .optional()
    .describe(
      'Outputs to work from, such as a failing test, a stack trace or a diff; the code that they name is looked up.',
    ),
  profile: z.enum(packProfiles).optional().describe('The kind of work; decides what ranks higher.'),
  budget_tokens: budgetField,
});

const leftOutSchema = z.object({ handle: z.string(), reason: z.string() });

const output = z.object({
  context: z.string().describe('The packed text.'),
  context_tokens: z.int(),
  chunks: z.int().describe('Pieces of code and text in it.'),
  left_out: z.array(leftOutSchema).describe('The best of what was left out; expand_context with a handle shows it.'),
  left_out_total: z.int(),
  rejected: z.array(z.object({ path: z.string(), reason: z.string() })).describe('Sources that could not be read.'),
  warnings: warningsField,
});

type PackAnswer = ToolAnswer<z.output<typeof output>>;

/** `pack_context`. */
export const packContext = defineTool({
  name: 'pack_context',
  title: 'Pack the context of a task',
  description:
    'Collect everything that a coding task needs from this repository into one text: relevant code, files that you ' +
    'name, what a failing test or stack trace points to, without repetition and within a token budget. Use it before ' +
    'you fix a bug, implement a feature, refactor or review, when you do not know yet which files matter. To only find ' +
    'a place, use search_code.',
  input,
  output,
  // It keeps a record of the last pack, which nobody but this server reads.
  annotations: readOnly,
  run: pack,
});

async function pack(asked: z.output<typeof input>, call: ToolCall): Promise<PackAnswer> {
  const { fit, workspace } = call;
  let [share, refresh] = [firstShare, true];
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const budget = Math.floor(fit.budgetTokens * share);
    const packed = await packWithin(budget, { asked, refresh, call });
    const answer = await answerFor(packed, call);
    if (answer !== undefined) {
      const unsaved = await recordPack(call.runtime, { task: asked.task, budget, profile: asked.profile, packed });
      if (unsaved.length === 0) workspace.changes.publish(lastPackUri);
      return answer;
    }
    // The same text has more tokens as JSON, most of all when it has many short lines.
    [share, refresh] = [share * 0.75, false];
  }
  throw fit.tooSmall();
}

interface PackRequest {
  readonly asked: z.output<typeof input>;
  readonly refresh: boolean;
  readonly call: ToolCall;
}

function packWithin(budget: number, { asked, refresh, call }: PackRequest): Promise<PackedContext> {
  const { runtime, report, signal } = call;
  return runtime.pack(asked.task, {
    budget,
    refresh,
    openFiles: asked.open_files,
    toolOutputs: asked.tool_outputs,
    profile: asked.profile,
    onIndexProgress: (progress) => report(indexProgressMessage(progress)),
    onStage: (stage) => report(`Packing: ${stage}`),
    signal,
  });
}

/** @returns `undefined` when the text leaves no room for what is said about it */
async function answerFor(packed: PackedContext, call: ToolCall): Promise<PackAnswer | undefined> {
  const named = {
    leftOut: packed.excludedChunks.slice(0, maxNamed).map(({ id, reason }) => ({ handle: id, reason })),
    rejected: packed.rejectedSources.slice(0, maxRejected).map(({ filePath, reason }) => ({ path: filePath, reason })),
    warnings: shownWarnings(packed.warnings),
  };
  const about = await screened(named, call);
  const render = (count: number): PackAnswer => answerOf(packed, { ...about, leftOut: about.leftOut.slice(0, count) });
  const count = call.fit.largest(about.leftOut.length, render);
  return count === -1 ? undefined : render(count);
}

/** What is said about a packed text. */
interface PackNotes {
  readonly leftOut: z.output<typeof leftOutSchema>[];
  readonly rejected: z.output<typeof output>['rejected'];
  readonly warnings: string[];
}

function answerOf(packed: PackedContext, { leftOut, rejected, warnings }: PackNotes): PackAnswer {
  const total = packed.excludedChunks.length;
  const sections = [
    packed.content === ''
      ? 'Nothing was packed: nothing in the repository answers the task.'
      : packed.content.trimEnd(),
    omissions(leftOut, total),
    rejected.map(({ path, reason }) => `Not read: ${path} (${reason})`).join('\n'),
    warningLines(warnings),
  ];
  return {
    text: joinSections(sections),
    data: {
      context: packed.content,
      context_tokens: packed.totalTokens,
      chunks: packed.includedChunks.length,
      left_out: leftOut,
      left_out_total: total,
      rejected,
      warnings,
    },
  };
}

function omissions(leftOut: PackNotes['leftOut'], total: number): string {
  if (total === 0) return '';
  const how = 'expand_context with a handle shows one; a larger budget_tokens takes more; explain_context says why.';
  const lines = leftOut.map(({ handle, reason }) => `${handle} (${reason})`);
  return [`Left out: ${total} pieces. ${how}`, ...lines].join('\n');
}
