import {
  type AssembledContext,
  type CallOptions,
  type ContextBudget,
  type ContextGatheringRequest,
  ErrorCode,
  type ILexichordRuntime,
  LexichordError,
  combineContent,
} from '@lexichord/abstractions';

import type { PromptTemplate } from './prompt-template.js';

/** An assembly and its rendered text. */
export interface FinishedAssembly {
  readonly assembled: AssembledContext;
  /** Text for the model. */
  readonly content: string;
  /** Tokens in `content`; at most the budget. */
  readonly contentTokens: number;
}

/** A request, its budget and an optional template. */
export interface AssemblyTask {
  readonly request: ContextGatheringRequest;
  readonly budget: ContextBudget;
  readonly template?: PromptTemplate | undefined;
}

/** Maximum number of attempts to fill a template, each with a lower limit for the context. */
const maxAttempts = 8;

/**
 * Assembles the context and fills the template, if given. The whole text, the template's own words included, stays
 * within the budget.
 *
 * @throws {LexichordError} `budget-exceeded` when the template leaves no room
 */
export async function assembleWithinBudget(
  task: AssemblyTask,
  runtime: ILexichordRuntime,
  { signal }: CallOptions,
): Promise<FinishedAssembly> {
  const { request, budget, template } = task;
  const assemble = (maxTokens: number): Promise<AssembledContext> =>
    runtime.orchestrator.assemble(request, { ...budget, maxTokens }, { signal });
  if (template === undefined) {
    const assembled = await assemble(budget.maxTokens);
    return { assembled, content: combineContent(assembled), contentTokens: assembled.renderedTokens };
  }
  const fill = (assembled: AssembledContext): { content: string; contentTokens: number } => {
    const content = template.fill(assembled, request.hints?.query);
    return { content, contentTokens: runtime.tokenCounter.countTokens(content) };
  };
  let limit = budget.maxTokens;
  for (let attempt = 0; attempt < maxAttempts && limit >= 1; attempt += 1) {
    const assembled = await assemble(limit);
    const filled = fill(assembled);
    if (filled.contentTokens <= budget.maxTokens) {
      return { assembled: { ...assembled, maxTokens: budget.maxTokens }, ...filled };
    }
    const ownTokens = fill({ ...assembled, fragments: [] }).contentTokens;
    limit = lowerLimit({ limit, ownTokens, filledTokens: filled.contentTokens, assembled, budget });
  }
  throw noRoomError(budget);
}

interface Attempt {
  readonly limit: number;
  /** Tokens of the template without any fragment. */
  readonly ownTokens: number;
  readonly filledTokens: number;
  readonly assembled: AssembledContext;
  readonly budget: ContextBudget;
}

/**
 * The next limit for the context: the budget without the template's own words, scaled by the number of times that the
 * template repeats the context.
 */
function lowerLimit({ limit, ownTokens, filledTokens, assembled, budget }: Attempt): number {
  const left = budget.maxTokens - ownTokens;
  const charged = filledTokens - ownTokens;
  if (left < 0) throw noRoomError(budget, ownTokens);
  if (charged <= 0) return 0;
  const scaled = Math.floor((assembled.renderedTokens * left) / charged);
  return Math.min(limit - 1, Math.max(scaled, left > 0 ? 1 : 0));
}

function noRoomError({ maxTokens }: ContextBudget, ownTokens?: number): LexichordError {
  const own = ownTokens === undefined ? '' : ` (${ownTokens} tokens)`;
  return new LexichordError(
    ErrorCode.budgetExceeded,
    `The template's own text${own} leaves no room for any context within the budget of ${maxTokens} tokens. Shorten it, or raise --budget.`,
    { details: { maxTokens, ...(ownTokens === undefined ? {} : { templateTokens: ownTokens }) } },
  );
}
