import { ErrorCode, IClock, ILogger, ISecretScanner, LexichordError, isLexichordError } from '@lexichord/abstractions';
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';

import { AnswerFit } from '../answers/answer-fit.js';
import { failureAnswer } from '../answers/failure-answer.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { CallScope } from '../calls/client-roots.js';
import { withScreenedLog } from '../calls/screened-log.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { ToolDefinition } from './tool-definition.js';

/** Minimum time between two progress reports of a call, in milliseconds: the index reports each file. */
const minReportIntervalMs = 100;

/** A call from the protocol. */
export interface IncomingCall {
  readonly tool: ToolDefinition;
  /** Input of the tool's schema. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
  /** Determines the folders that the client allows. */
  readonly scope: () => Promise<CallScope>;
}

/**
 * Runs a tool and checks its answer against the budget. A failure is a result; a cancelled call rejects.
 *
 * @returns the answer, or a question to the client that must be answered first
 * @throws the signal's reason
 */
export function callTool(
  call: IncomingCall,
  workspace: ServedWorkspace,
): Promise<CallToolResult | InputRequiredResult> {
  const { runtime } = workspace;
  return withScreenedLog(call.input, { runtime, signal: call.context.mcpReq.signal }, () => answer(call, workspace));
}

async function answer(
  { tool, input, context, scope }: IncomingCall,
  workspace: ServedWorkspace,
): Promise<CallToolResult | InputRequiredResult> {
  const { runtime, defaultBudgetTokens } = workspace;
  const { signal } = context.mcpReq;
  const named = input['budget_tokens'];
  const fit = new AnswerFit(runtime.tokenCounter, typeof named === 'number' ? named : defaultBudgetTokens);
  const report = progressReporter(context, runtime.resolve(IClock));
  try {
    const { question, folders } = { folders: undefined, ...(await scope()) };
    if (question !== undefined) return question;
    const answer = await tool.run(input, { runtime, workspace, fit, signal, report, folders });
    if (!fit.holds(answer)) throw overBudget(tool, answer, fit);
    if (answer.rest !== undefined) workspace.continuations.add(answer.rest);
    return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.data };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isLexichordError(error) || error.code === ErrorCode.internal) logFailure(tool, error, workspace);
    const services = { scanner: runtime.resolve(ISecretScanner), counter: runtime.tokenCounter };
    return failureAnswer(error, { ...services, budgetTokens: fit.budgetTokens });
  }
}

/** The error for a defect: every tool must fit its answer into the budget. */
function overBudget({ name }: ToolDefinition, answer: ToolAnswer, fit: AnswerFit): LexichordError {
  const details = { tool: name, tokens: fit.sizeOf(answer), budgetTokens: fit.budgetTokens };
  return new LexichordError(ErrorCode.internal, `The answer of ${name} exceeds its budget.`, { details });
}

function logFailure({ name }: ToolDefinition, error: unknown, { runtime }: ServedWorkspace): void {
  runtime.resolve(ILogger).forSource('McpServer').error('The tool {tool} failed', { tool: name }, error);
}

/**
 * Creates a function that sends progress of a call, if its caller requested it. The numbers grow, as the protocol
 * requires; the details are in the message.
 */
function progressReporter({ mcpReq }: ServerContext, clock: IClock): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let [progress, lastMs, lastMessage] = [0, -Infinity, ''];
  return (message) => {
    const nowMs = clock.monotonicMs();
    if (message === lastMessage || nowMs - lastMs < minReportIntervalMs) return;
    progress += 1;
    [lastMs, lastMessage] = [nowMs, message];
    const params = { progressToken, progress, message };
    // Errors of a disconnected caller are ignored; its signal aborts the call.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
