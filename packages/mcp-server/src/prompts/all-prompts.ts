import { IGitHistory, ISecretScanner } from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import type { GetPromptResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { beginningOf } from '../answers/beginning-of.js';
import { joinSections } from '../answers/notes.js';
import { protocolError } from '../answers/protocol-error.js';
import { isInFolders, requirePackInFolders } from '../calls/call-folders.js';
import { type CallReach, callScope } from '../calls/client-roots.js';
import { excludedFiles } from '../calls/excluded-files.js';
import { keepPack } from '../calls/keep-pack.js';
import { withScreenedLog } from '../calls/screened-log.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';

/** Maximum length of a reviewed change, in UTF-16 units. */
const maxChangeLength = 500_000;

/** Maximum number of changed files in a review. */
const maxChangedFiles = 50;

/** Share of the budget for the context of a prompt; the rest is for its request. */
const contentShare = 0.8;

/**
 * Registers the prompts, which users choose in a client. Each contains its context, within the budget of the server.
 */
export function registerPrompts(server: McpServer, workspace: ServedWorkspace): void {
  server.registerPrompt(
    'review_change',
    {
      title: 'Review this change',
      description: 'Reviews a change with the code that it concerns: a diff, or the files that are not committed yet.',
      argsSchema: z.object({
        change: z
          .string()
          .max(maxChangeLength)
          .optional()
          .describe('A diff. Left out: the files that are not committed.'),
      }),
    },
    (given, context) =>
      answered({ server, workspace, context, given, reach: 'folders' }, (call) => reviewChange(given.change, call)),
  );
  server.registerPrompt(
    'explain_repository',
    { title: 'Explain this repository', description: 'Explains what this repository is, from a map of it.' },
    (context) => answered({ server, workspace, context, given: {}, reach: 'workspace' }, explainRepository),
  );
  server.registerPrompt(
    'continue_from_memory',
    {
      title: 'Continue from memory',
      description: 'Goes on with a stored conversation.',
      argsSchema: z.object({
        conversation_id: z.string().min(1).max(1_024).describe('Which conversation.'),
        question: z.string().max(20_000).optional().describe('What to go on with.'),
      }),
    },
    (given, context) =>
      answered({ server, workspace, context, given, reach: 'workspace' }, (call) =>
        continueFromMemory({ id: given.conversation_id, question: given.question ?? '' }, call),
      ),
  );
}

/** Instruction of a prompt, and its context. */
interface PromptText {
  readonly request: string;
  readonly content: string;
  /** Sentence on how to get omitted content. */
  readonly how: string;
}

/** A prompt request of the protocol. */
interface PromptRequest {
  readonly server: McpServer;
  readonly workspace: ServedWorkspace;
  readonly context: ServerContext;
  /** Arguments. */
  readonly given: object;
  readonly reach: CallReach;
}

/** Inputs of a prompt. */
interface PromptCall extends ServedWorkspace {
  readonly signal: AbortSignal;
  /** Folders that the client limits the prompt to; `undefined`: the whole workspace. */
  readonly folders: readonly string[] | undefined;
}

function answered(
  request: PromptRequest,
  make: (call: PromptCall) => Promise<PromptText>,
): Promise<GetPromptResult | InputRequiredResult> {
  const { workspace, context, given } = request;
  const screening = { runtime: workspace.runtime, signal: context.mcpReq.signal };
  return withScreenedLog(given, screening, () => answer(request, make));
}

async function answer(
  { server, workspace, context, reach }: PromptRequest,
  make: (call: PromptCall) => Promise<PromptText>,
): Promise<GetPromptResult | InputRequiredResult> {
  const { runtime, defaultBudgetTokens } = workspace;
  const { signal } = context.mcpReq;
  try {
    const scope = await callScope({ context, server, workspaceRoot: runtime.workspaceRoot, reach });
    if (scope.question !== undefined) return scope.question;
    const { request, content, how } = await make({ ...workspace, signal, folders: scope.folders });
    const { text } = await screenText(request, runtime.resolve(ISecretScanner), { signal });
    const whole = joinSections([content.trimEnd(), text]);
    const shown =
      runtime.tokenCounter.countTokens(whole) <= defaultBudgetTokens
        ? whole
        : cut({ request: text, content, how }, workspace);
    return { messages: [{ role: 'user', content: { type: 'text', text: shown } }] };
  } catch (error) {
    if (signal.aborted) throw error;
    throw await protocolError(error, workspace);
  }
}

/** Shortens a prompt. The request has up to half of the budget; it comes last, after the context it refers to. */
function cut(
  { request, content, how }: PromptText,
  { runtime: { tokenCounter }, defaultBudgetTokens }: ServedWorkspace,
): string {
  const note = `Left out: the rest. ${how}`;
  const shortened = tokenCounter.truncateToTokens(request, Math.floor(defaultBudgetTokens / 2)).content;
  const end = joinSections(['', note, shortened]);
  const room = defaultBudgetTokens - tokenCounter.countTokens(end) - 4;
  return joinSections([beginningOf(content, room, tokenCounter), end]);
}

async function reviewChange(
  change: string | undefined,
  { runtime, changes, stores, defaultBudgetTokens, signal, folders }: PromptCall,
): Promise<PromptText> {
  const task = 'Review this change: correctness, tests, safety, readability.';
  const openFiles = change === undefined ? await changedFiles(runtime.resolve(IGitHistory), { signal, folders }) : [];
  if (change === undefined && openFiles.length === 0) {
    const where = folders === undefined ? '' : ' in the roots of the client';
    return {
      request: `There is no change to review: every file${where} is committed. Ask for a diff.`,
      content: '',
      how: '',
    };
  }
  const budget = Math.floor(defaultBudgetTokens * contentShare);
  const toolOutputs = change === undefined ? [] : [{ name: 'change.diff', text: change }];
  const excluded = await excludedFiles({ runtime, folders, signal });
  const packed = await runtime.pack(task, { budget, openFiles, toolOutputs, excludedFiles: excluded, signal });
  requirePackInFolders(packed, folders);
  await keepPack({ runtime, changes, stores }, { task, budget, packed });
  const request =
    `${task} Above is the change with the code that it concerns. Name each problem with its file and line, the most ` +
    `important first, and say what you would do. ${packed.excludedChunks.length} further pieces were left out: search_code ` +
    'and expand_context show them.';
  return { request, content: packed.content, how: 'search_code and pack_context find it.' };
}

/** Uncommitted files, without folders. */
async function changedFiles(
  history: IGitHistory,
  { signal, folders }: Pick<PromptCall, 'signal' | 'folders'>,
): Promise<readonly string[]> {
  const changes = await history.recentChanges({ signal });
  return [...(changes?.uncommitted ?? [])]
    .filter((path) => !path.endsWith('/') && isInFolders(path, folders))
    .slice(0, maxChangedFiles);
}

async function explainRepository({ runtime, defaultBudgetTokens, signal }: PromptCall): Promise<PromptText> {
  const map = await runtime.map({ budget: Math.floor(defaultBudgetTokens * contentShare), signal });
  const request =
    'Above is a map of this repository. Explain what it is for, how it is divided, where a reader should begin, and how ' +
    `its main parts work together. ${map.omittedDefinitions} further definitions are not in the map: search_code finds them.`;
  return { request, content: map.text, how: 'repository_map shows it.' };
}

async function continueFromMemory(
  { id, question }: { readonly id: string; readonly question: string },
  { runtime, defaultBudgetTokens, signal }: PromptCall,
): Promise<PromptText> {
  const budget = Math.floor(defaultBudgetTokens * contentShare);
  const { content, leftOut } = await runtime.memory.recall(id, question, { budget, signal });
  const next = question === '' ? 'Say in a few sentences where it stands and what is open, and go on.' : question;
  const request =
    `Above is what is remembered of our conversation "${id}"; ${leftOut.length} parts of it were left out, which ` +
    `recall_conversation and expand_context show. ${next}`;
  return { request, content, how: 'recall_conversation brings it.' };
}
