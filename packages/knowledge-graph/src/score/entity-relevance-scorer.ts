import 'reflect-metadata';
import {
  type CallOptions,
  type ContextRequest,
  type FoundEntity,
  IEmbeddingProvider,
  type IEntityRelevanceScorer,
  type RelevanceSignal,
  type ScoredEntity,
  relevanceSignals,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { compareEntities } from '../graph/knowledge-graph.js';
import { KnowledgeOptions, type RelevanceWeights } from '../knowledge-options.js';
import { agentDefaults } from '../strategy/agent-defaults.js';
import { type SignalValues, signalValues } from './signal-values.js';

/** Relevance as the weighted sum of the signals that apply to the request (KG-e §1.2). */
@injectable()
export class EntityRelevanceScorer implements IEntityRelevanceScorer {
  constructor(
    @inject(KnowledgeOptions) private readonly options: KnowledgeOptions,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
  ) {}

  // eslint-disable-next-line @typescript-eslint/require-await -- other scorers ask services
  async scoreEntities(
    request: ContextRequest,
    found: readonly FoundEntity[],
    { signal }: CallOptions = {},
  ): Promise<readonly ScoredEntity[]> {
    signal?.throwIfAborted();
    const { fusionWeight } = this.provider;
    const { agents, relevance } = this.options;
    const own = Object.hasOwn(agents, request.agentId) ? agents[request.agentId] : undefined;
    const agentTypes = own?.includeEntityTypes ?? agentDefaults(request.agentId).includeEntityTypes ?? [];
    const values = signalValues({ request, found, fusionWeight, agentTypes });
    const weights = weightsOf(values, relevance);
    return found
      .map((entity) => score(entity, values, weights))
      .sort((a, z) => z.score - a.score || compareEntities(a.entity, z.entity));
  }
}

/** The weights of the signals that apply, together 1. */
function weightsOf(values: SignalValues, configured: RelevanceWeights): ReadonlyMap<RelevanceSignal, number> {
  const applying = relevanceSignals.filter((signal) => values.has(signal) && configured[signal] > 0);
  const sum = applying.reduce((total, signal) => total + configured[signal], 0);
  return new Map(applying.map((signal) => [signal, configured[signal] / sum]));
}

function score(found: FoundEntity, values: SignalValues, weights: ReadonlyMap<RelevanceSignal, number>): ScoredEntity {
  const signals = [...weights].map(([signal, weight]) => ({
    signal,
    score: weight * (values.get(signal)?.(found) ?? 0),
  }));
  const sum = signals.reduce((total, { score: part }) => total + part, 0);
  return { entity: found.entity, score: Math.min(1, sum), signals, matchedTerms: found.matchedTerms };
}
