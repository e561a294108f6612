import type { AssemblyRecord, AssemblySummary } from './preview-message.js';

/** An assembly's line of the timeline. */
export function summaryOf({
  correlationId,
  origin,
  agentId,
  assembledAt,
  request,
  result,
}: AssemblyRecord): AssemblySummary {
  return {
    correlationId,
    origin,
    agentId,
    assembledAt,
    ...(request.documentPath === undefined ? {} : { documentPath: request.documentPath }),
    totalTokens: result.totalTokens,
    renderedTokens: result.renderedTokens,
    maxTokens: result.maxTokens,
    assemblyDurationMs: result.assemblyDurationMs,
    sourceIds: result.fragments.map(({ sourceId }) => sourceId),
  };
}
