import { ErrorCode, type ILexichordRuntime, LexichordError, validateRequest } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { PreviewRequest } from '../protocol/preview-connection.js';

/**
 * Checks a request before a running assembly is cancelled for it.
 *
 * @throws {LexichordError} `invalid-argument` for a malformed request or budget, `unknown-agent`, `unknown-strategy`
 */
export function requireAssemblable(runtime: ILexichordRuntime, asked: PreviewRequest): void {
  const { request, maxTokens, requiredStrategies = [], excludedStrategies = [] } = asked;
  validateRequest(request);
  requireAgent(runtime, request.agentId);
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens >= 1)) {
    const message = `The budget is ${maxTokens}; it must be a whole number of tokens from 1.`;
    throw new LexichordError(ErrorCode.invalidArgument, message, { details: { field: 'maxTokens' } });
  }
  for (const strategyId of [...requiredStrategies, ...excludedStrategies]) requireStrategy(runtime, strategyId);
}

/** @throws {LexichordError} `unknown-strategy` */
export function requireStrategy({ orchestrator }: ILexichordRuntime, strategyId: string): void {
  const strategyIds = orchestrator.describeStrategies().map((strategy) => strategy.strategyId);
  if (strategyIds.includes(strategyId)) return;
  const message = `There is no source "${strategyId}"${suggestion(strategyId, strategyIds)}. Available: ${strategyIds.join(', ')}.`;
  throw new LexichordError(ErrorCode.unknownStrategy, message, { details: { strategyId } });
}

function requireAgent({ agents }: ILexichordRuntime, agentId: string): void {
  if (agents.findAgent(agentId) !== undefined) return;
  const agentIds = agents.listAgents().map((agent) => agent.agentId);
  const message = `There is no agent "${agentId}"${suggestion(agentId, agentIds)}. Available: ${agentIds.join(', ')}.`;
  throw new LexichordError(ErrorCode.unknownAgent, message, { details: { agentId } });
}

function suggestion(name: string, candidates: readonly string[]): string {
  const closest = findClosestName(name, candidates);
  return closest === undefined ? '' : `; did you mean "${closest}"`;
}
