import { type PackedContext, packProfiles } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import { type OmissionList, unnamedOmissions } from '../answers/omission-pages.js';
import { omissionText } from '../answers/omissions.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import { type ToolCall, refreshOptions } from '../calls/call-context.js';
import { checkOfFiles, requireFolder, requirePackInFolders } from '../calls/call-folders.js';
import { excludedFiles } from '../calls/excluded-files.js';
import { keepPack } from '../calls/keep-pack.js';
import { packHandle } from '../calls/pack-store.js';
import {
  budgetField,
  fitMessage,
  leftOutSchema,
  maxListLength,
  maxNamed,
  maxTextsLength,
  pathField,
  queryField,
  tooLongTogether,
  warningsField,
} from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

/** Maximum length of a tool's output, in UTF-16 units. */
const maxOutputLength = 1_000_000;

/** Maximum number of named sources that could not be read. */
const maxRejected = 10;

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
    .refine((outputs) => fitMessage(outputs.map(({ text }) => text)), { error: tooLongTogether })
    .optional()
    .describe(
      'Outputs to work from, such as a failing test, a stack trace or a diff; the code that they name is looked up. ' +
        `Together at most ${maxTextsLength} characters.`,
    ),
  profile: z
    .enum(packProfiles)
    .optional()
    .describe('The kind of work; decides what ranks higher. Leave it out for work of another kind.'),
  budget_tokens: budgetField,
});

const output = z.object({
  context: z.string().describe('The packed text.'),
  context_tokens: z.int(),
  pack: z.string().describe('Handle for explain_context: says why each piece is in it or was left out.'),
  chunks: z.int().describe('Pieces of code and text in it.'),
  left_out: z.array(leftOutSchema).describe('The best of what was left out; expand_context with a handle shows it.'),
  left_out_total: z.int(),
  more: z.string().optional().describe('Handle for expand_context: names what was left out and is not named here.'),
  rejected: z.array(z.object({ path: z.string(), reason: z.string() })).describe('Sources that could not be read.'),
  warnings: warningsField,
});

type PackInput = z.output<typeof input>;
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
  // It only replaces the record of the last pack, which is no data of the user.
  annotations: readOnly,
  reach: 'folders',
  run: async (request, call) => {
    for (const path of request.open_files ?? []) requireFolder(path, call.folders);
    const excluded = await excludedFiles(call);
    const { produced, maxTokens, answer } = await fitProduced(
      {
        produce: (tokens, attempt) => pack(request, { budget: tokens, refresh: attempt === 1, excluded, call }),
        describe: (packed) => describePack(packed, request.task, call),
      },
      call.fit,
    );
    const record = { task: request.task, profile: request.profile, budget: maxTokens, packed: produced };
    call.workspace.packs.add(record);
    await keepPack(call.workspace, record);
    return answer;
  },
});

interface PackRun {
  /** Budget in tokens. */
  readonly budget: number;
  readonly refresh: boolean;
  /** Files outside the roots of the client. */
  readonly excluded: readonly string[] | undefined;
  readonly call: ToolCall;
}

async function pack(request: PackInput, { budget, refresh, excluded, call }: PackRun): Promise<PackedContext> {
  const { runtime, report } = call;
  const packed = await runtime.pack(request.task, {
    ...refreshOptions(call),
    ...{ budget, refresh, excludedFiles: excluded },
    openFiles: request.open_files,
    toolOutputs: request.tool_outputs,
    profile: request.profile,
    onStage: (stage) => report(`Packing: ${stage}`),
  });
  requirePackInFolders(packed, call.folders);
  return packed;
}

async function describePack(
  packed: PackedContext,
  task: string,
  call: ToolCall,
): Promise<DescribedText<z.output<typeof output>>> {
  const named = {
    leftOut: packed.excludedChunks.map(({ id, reason }) => ({ name: id, reason })),
    rejected: packed.rejectedSources.slice(0, maxRejected).map(({ filePath, reason }) => ({ path: filePath, reason })),
    warnings: packed.warnings,
  };
  const { warnings, leftOut, rejected } = await screenOutput(named, call);
  const omissions: OmissionList = {
    ...{ things: 'pieces', items: leftOut, how: 'expand_context with a handle shows one.' },
    key: ['pack_context', task, leftOut],
    check: checkOfFiles(packed.excludedChunks),
  };
  const about = { handle: packHandle({ task, packed }), omissions, rejected, warnings: shownWarnings(warnings) };
  return {
    notes: Math.min(maxNamed, leftOut.length),
    render: (notes) => answerOf(packed, about, notes),
  };
}

/** Notes of an answer with a packed text. */
interface PackNotes {
  /** Handle of the pack, for explain_context. */
  readonly handle: string;
  readonly omissions: OmissionList;
  readonly rejected: z.output<typeof output>['rejected'];
  readonly warnings: string[];
}

/** @param named number of omissions to name */
function answerOf(packed: PackedContext, about: PackNotes, named: number): PackAnswer {
  const { handle, omissions, rejected, warnings } = about;
  const { things, items } = omissions;
  const leftOut = items.slice(0, named);
  const { rest, more, note } = unnamedOmissions(omissions, named);
  const how = `expand_context with a handle shows one; a larger budget_tokens takes more; explain_context with the pack ${handle} says why. ${note}`;
  const sections = [
    packed.content === ''
      ? 'Nothing was packed: no code or document in the repository matches the task.'
      : packed.content.trimEnd(),
    omissionText({ things, total: items.length, named: leftOut, how: how.trimEnd() }),
    rejected.map(({ path, reason }) => `Not read: ${path} (${reason})`).join('\n'),
    warningLines(warnings),
  ];
  return {
    text: joinSections(sections),
    data: {
      context: packed.content,
      context_tokens: packed.totalTokens,
      pack: handle,
      chunks: packed.includedChunks.length,
      left_out: leftOut.map(({ name, reason }) => ({ handle: name, reason })),
      left_out_total: items.length,
      more,
      rejected,
      warnings,
    },
    rest,
  };
}
