import {
  type AssembledContext,
  type ContextFragment,
  fragmentSeparator,
  getFragment,
  renderFragment,
} from '@lexichord/abstractions';

import type { AssemblyRecord } from '../../protocol/preview-message.js';
import type { AssemblyView, FragmentView, PromptPart, SegmentExpansion, UseInLastRequest } from '../preview-state.js';
import { formOf } from './fragment-form.js';
import { leftOutOf } from './left-out-view.js';

/** Data that an assembly's view needs beside the record. */
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

/** Data that a fragment's view needs beside the fragment. */
export interface FragmentSurroundings {
  readonly lastOfAgent: AssemblyRecord | undefined;
  readonly expansions: ReadonlyMap<string, SegmentExpansion>;
  readonly colorOf: (sourceId: string) => number;
}

/** A fragment of an assembly as the panel shows it. */
export function fragmentView(
  fragment: ContextFragment,
  { maxTokens, truncated, deduplicated }: Pick<AssembledContext, 'maxTokens' | 'truncated' | 'deduplicated'>,
  { lastOfAgent, expansions, colorOf }: FragmentSurroundings,
): FragmentView {
  const { sourceId, label, content, tokenEstimate, relevance, metadata } = fragment;
  const cut = truncated.find((entry) => entry.sourceId === sourceId);
  const copied = deduplicated.find((entry) => entry.sourceId === sourceId);
  return {
    sourceId,
    label,
    content,
    tokens: tokenEstimate,
    budgetShare: shareOf(tokenEstimate, maxTokens),
    relevance: shareOf(relevance, 1),
    form: formOf(metadata, expansions),
    color: colorOf(sourceId),
    use: useInLastRequest(fragment, lastOfAgent),
    ...(cut === undefined ? {} : { truncatedFrom: { tokens: cut.fromTokens, limit: cut.limit } }),
    ...(copied === undefined
      ? {}
      : {
          deduplicated: { blocks: copied.blocks, holders: copied.duplicateOf, fromTokens: copied.fromTokens },
        }),
  };
}

/** Share of a whole, 0 to 1; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  const share = part / whole;
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}

/** Compares a fragment with the last context sent to an agent (SBD-072 §3.4). */
export function useInLastRequest(fragment: ContextFragment, lastOfAgent: AssemblyRecord | undefined): UseInLastRequest {
  const used = lastOfAgent === undefined ? undefined : getFragment(lastOfAgent.result, fragment.sourceId);
  if (used === undefined) return 'not-used';
  return used.label === fragment.label && used.content === fragment.content ? 'same' : 'different';
}

/** Rendering reads a whole fragment for open fences; fragments that did not change are the same objects. */
const rendered = new WeakMap<ContextFragment, string>();

/**
 * The prompt in stretches, of which each belongs to one fragment or to none: joined, `combineContent` byte for byte.
 */
export function promptParts(fragments: readonly ContextFragment[]): readonly PromptPart[] {
  return fragments.flatMap((fragment, index) => {
    const part = { text: renderOnce(fragment), sourceId: fragment.sourceId };
    return index === 0 ? [part] : [{ text: fragmentSeparator }, part];
  });
}

function renderOnce(fragment: ContextFragment): string {
  const cached = rendered.get(fragment);
  if (cached !== undefined) return cached;
  const text = renderFragment(fragment);
  rendered.set(fragment, text);
  return text;
}
