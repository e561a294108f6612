import type {
  AssembledContext,
  ContextBudget,
  ContextGatheringRequest,
  SkippedStrategy,
  TruncatedFragment,
  WithheldSecret,
} from '@lexichord/abstractions';
import { distinctSecrets } from '@lexichord/secrets/internal';
import { type DocumentFacts, extractVariables } from './extract-variables.js';
import type { FittedFragments } from './fit-to-budget.js';
import { type GatherOutcome, gatheredOf } from './gather-fragments.js';
import { sentFragment } from './gathered-fragment.js';

/** Results of all stages. */
export interface AssemblyFindings {
  readonly request: ContextGatheringRequest;
  readonly budget: ContextBudget;
  /** Ids of all strategies, in the order of the result. */
  readonly order: readonly string[];
  /** Strategies that did not run. */
  readonly skipped: readonly SkippedStrategy[];
  readonly outcomes: readonly GatherOutcome[];
  readonly fitted: FittedFragments;
  readonly facts: DocumentFacts;
  /** Secrets replaced in the request's texts. */
  readonly secrets: readonly WithheldSecret[];
  readonly durationMs: number;
}

/** Builds the result: the sent fragments, and the reason for everything that was left out. */
export function describeAssembly(findings: AssemblyFindings): AssembledContext {
  const { request, budget, order, outcomes, fitted } = findings;
  const rankOf = new Map(order.map((strategyId, index) => [strategyId, index]));
  const inOrder = <T extends { readonly sourceId: string }>(entries: readonly T[]): readonly T[] =>
    entries.toSorted((left, right) => (rankOf.get(left.sourceId) ?? 0) - (rankOf.get(right.sourceId) ?? 0));

  const fragments = fitted.kept.map(sentFragment);
  const notGathered = outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : []));
  const cutToSize = outcomes.flatMap((outcome) =>
    'gathered' in outcome && outcome.truncated !== undefined ? [outcome.truncated] : [],
  );
  const truncations = mergeTruncations(cutToSize, fitted.truncated);
  const leftOut = fitted.skipped.map((entry) => ({
    ...entry,
    tokens: truncations.get(entry.sourceId)?.fromTokens ?? entry.tokens,
  }));
  const skipped = inOrder([...findings.skipped, ...notGathered, ...leftOut]);
  // Fitting adds its own warnings about fragments that do not fit the budget.
  const warned = new Set<SkippedStrategy>(leftOut.filter(({ reason }) => reason === 'over-budget'));
  const isSent = ({ sourceId }: TruncatedFragment): boolean => fragments.some((sent) => sent.sourceId === sourceId);
  const variables = extractVariables(request, findings.facts, fragments);
  return {
    fragments,
    totalTokens: variables.TotalTokens,
    renderedTokens: fitted.renderedTokens,
    maxTokens: budget.maxTokens,
    variables,
    assemblyDurationMs: findings.durationMs,
    truncated: inOrder([...truncations.values()].filter(isSent)),
    deduplicated: inOrder(fitted.deduplicated),
    skipped,
    secrets: distinctSecrets([...findings.secrets, ...gatheredOf(outcomes).flatMap(({ secrets }) => secrets)]),
    warnings: [
      ...requiredButMissing(
        budget,
        skipped.filter((entry) => !warned.has(entry)),
      ),
      ...fitted.warnings,
      ...outlineWarnings(findings.facts),
    ],
  };
}

/** Merges truncations to one entry per source: first to the fragment's limit, then to the budget. */
function mergeTruncations(
  toSize: readonly TruncatedFragment[],
  toBudget: readonly TruncatedFragment[],
): ReadonlyMap<string, TruncatedFragment> {
  const merged = new Map(toSize.map((truncation) => [truncation.sourceId, truncation]));
  for (const truncation of toBudget) {
    const fromTokens = merged.get(truncation.sourceId)?.fromTokens ?? truncation.fromTokens;
    merged.set(truncation.sourceId, { ...truncation, fromTokens });
  }
  return merged;
}

/** A warning for each required strategy without a fragment, for any reason. */
function requiredButMissing({ requiredStrategies = [] }: ContextBudget, skipped: readonly SkippedStrategy[]): string[] {
  return skipped
    .filter(({ sourceId }) => requiredStrategies.includes(sourceId))
    .map(({ sourceId, message }) => `"${sourceId}" is required but not in the result: ${message}`);
}

function outlineWarnings({ approximationReason, variables }: DocumentFacts): string[] {
  const name = `"${variables?.DocumentPath ?? 'The document'}"`;
  switch (approximationReason) {
    case 'hard-text':
      return [
        `${name} is nested too deeply or too large to be parsed exactly; the headings and blocks of some parts are approximate.`,
      ];
    case 'time-limit':
      return [
        `${name} could not be parsed in time; the headings and blocks of some parts are approximate. The next assembly tries again.`,
      ];
    case undefined:
      return [];
  }
}
