import type {
  CutEntity,
  FormattedKnowledge,
  FragmentMetadata,
  KnowledgeContextFragment,
  ScoredEntity,
  WithheldSecret,
} from '@lexichord/abstractions';

import { knowledgeDescriptor } from './knowledge-descriptor.js';

/** Maximum number of left-out entities that are listed for programs. */
const maxCutListed = 50;

/** The result of a request. */
export interface KnowledgeFindings {
  readonly agentId: string;
  /** The most relevant first. */
  readonly chosen: readonly ScoredEntity[];
  readonly formatted: FormattedKnowledge;
  readonly totalEntitiesAvailable: number;
  /** Tokens of all chosen entities, if not all of them fit. */
  readonly originalTokens?: number | undefined;
  readonly cut: readonly CutEntity[];
  /** Secrets that were replaced in the formatted facts. */
  readonly secrets: readonly WithheldSecret[];
  readonly notes: readonly string[];
}

const nothingFormatted: FormattedKnowledge = {
  content: '',
  tokenCount: 0,
  entities: [],
  relationships: [],
  axioms: [],
};

/** Findings without entities, with the reasons. */
export function emptyFindings(
  agentId: string,
  notes: readonly string[],
  more: Partial<KnowledgeFindings> = {},
): KnowledgeFindings {
  return {
    agentId,
    chosen: [],
    formatted: nothingFormatted,
    totalEntitiesAvailable: 0,
    cut: [],
    secrets: [],
    notes,
    ...more,
  };
}

/** The fragment for a caller (KG-e §3.2). */
export function knowledgeFragment(findings: KnowledgeFindings): KnowledgeContextFragment {
  const { formatted, chosen, totalEntitiesAvailable, cut, secrets, notes } = findings;
  const { content, tokenCount, entities, relationships, axioms } = formatted;
  const includedIds = new Set(entities.map(({ id }) => id));
  const scores = chosen.filter(({ entity: { id } }) => includedIds.has(id));
  return {
    sourceId: knowledgeDescriptor.strategyId,
    label: knowledgeDescriptor.displayName,
    content,
    tokenEstimate: tokenCount,
    relevance: scores[0]?.score ?? 0,
    metadata: metadataOf(findings, scores),
    entities,
    relationships,
    axioms,
    relevanceScores: Object.fromEntries(scores.map(({ entity: { id }, score }) => [id, score])),
    totalEntitiesAvailable,
    wasTruncated: findings.originalTokens !== undefined,
    cut,
    secrets,
    notes,
  };
}

function metadataOf(
  { agentId, formatted, totalEntitiesAvailable, originalTokens, cut, secrets, notes }: KnowledgeFindings,
  scores: readonly ScoredEntity[],
): FragmentMetadata {
  return {
    agentId,
    entityCount: formatted.entities.length,
    relationshipCount: formatted.relationships.length,
    axiomCount: formatted.axioms.length,
    entities: scores.map(({ entity: { id, type, name }, score, signals, matchedTerms }) => ({
      entityId: id,
      type,
      name,
      score,
      signals: signals.map(({ signal, score: part }) => ({ signal, score: part })),
      matchedTerms,
    })),
    totalEntitiesAvailable,
    wasTruncated: originalTokens !== undefined,
    ...(originalTokens === undefined ? {} : { originalTokens }),
    cutCount: cut.length,
    cut: cut.slice(0, maxCutListed).map(({ entityId, type, name, reason }) => ({ entityId, type, name, reason })),
    ...(secrets.length === 0 ? {} : { secrets: secrets.map(({ rule, place }) => ({ rule, place })) }),
    notes,
  };
}
