import type { AssemblyRecord } from '../../protocol/preview-message.js';
import type { AssemblyView } from '../preview-state.js';
import { type FragmentSurroundings, fragmentView, shareOf } from './fragment-view.js';
import { leftOutOf } from './left-out-view.js';
import { promptParts } from './prompt-parts.js';

/** What an assembly is seen beside. */
export interface AssemblySurroundings extends FragmentSurroundings {
  readonly nameOf: (sourceId: string) => string;
  readonly isCurrent: boolean;
}

/** An assembly as the panel shows it. */
export function assemblyView(record: AssemblyRecord, surroundings: AssemblySurroundings): AssemblyView {
  const { correlationId, origin, agentId, assembledAt, request, result } = record;
  return {
    correlationId,
    origin,
    agentId,
    assembledAt,
    durationMs: result.assemblyDurationMs,
    ...(request.documentPath === undefined ? {} : { documentPath: request.documentPath }),
    totalTokens: result.totalTokens,
    renderedTokens: result.renderedTokens,
    maxTokens: result.maxTokens,
    usedShare: shareOf(result.renderedTokens, result.maxTokens),
    fragments: result.fragments.map((fragment) => fragmentView(fragment, result, surroundings)),
    leftOut: leftOutOf(result, surroundings.nameOf),
    warnings: result.warnings,
    prompt: promptParts(result.fragments),
    isCurrent: surroundings.isCurrent,
  };
}
