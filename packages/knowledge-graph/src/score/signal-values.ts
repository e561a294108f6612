import type { ContextRequest, FoundEntity, KnowledgeEntity, RelevanceSignal } from '@lexichord/abstractions';

import { fuseEvidence } from '../search/fuse-evidence.js';
import { MentionFinder } from './mention-finder.js';
import { nameMatch, wordsOfQuery } from './name-match.js';
import { typesNamedIn } from './named-types.js';

/** Half of the recency is lost in this time. */
const recencyHalfLifeMs = 30 * 24 * 3_600_000;

/** Evidence that is worth half of the semantic signal. */
const middleEvidence = 0.2;

/** The value of each signal that applies to a request, 0 to 1, of any entity that was found. */
export type SignalValues = ReadonlyMap<RelevanceSignal, (found: FoundEntity) => number>;

/** What the values are made with. */
export interface SignalSetting {
  readonly request: ContextRequest;
  readonly found: readonly FoundEntity[];
  /** How much meaning counts beside words. */
  readonly fusionWeight: number;
  /** Types that the agent's configuration names. */
  readonly agentTypes: readonly string[];
}

/** Signals that say nothing about a request are not among them. */
export function signalValues({ request, found, fusionWeight, agentTypes }: SignalSetting): SignalValues {
  const values = new Map<RelevanceSignal, (found: FoundEntity) => number>();
  const words = wordsOfQuery(request.query);
  if (words.size > 0) {
    values.set('semantic', (evidence) => semanticValue(fuseEvidence(evidence, fusionWeight)));
    values.set('name', ({ entity }) => nameMatch(entity, words));
  }
  const mentions = new MentionFinder(entitiesOf(found), request.documentText ?? '');
  // A document that speaks of none of them does not tell one from another.
  if (mentions.size > 0) values.set('mention', ({ entity }) => (mentions.has(entity) ? 1 : 0));
  const asked = typesNamedIn(request.query, new Set(found.map(({ entity: { type } }) => type)));
  const named = asked.size > 0 ? asked : new Set(agentTypes);
  if (named.size > 0) values.set('type', ({ entity: { type } }) => (named.has(type) ? 1 : 0));
  const newest = found.reduce((latest, { entity: { modifiedMs } }) => Math.max(latest, modifiedMs), 0);
  if (found.some(({ entity: { modifiedMs } }) => modifiedMs !== newest)) {
    values.set('recency', ({ entity: { modifiedMs } }) => 2 ** ((modifiedMs - newest) / recencyHalfLifeMs));
  }
  return values;
}

/**
 * What words and meaning say, stretched so that KG-e's thresholds (0.4 to 0.6) fit. Measured on questions about six real
 * API descriptions: the evidence for answers to lightly reworded questions is 0.45 to 0.95, to heavily reworded ones
 * 0.24 to 0.75, that for the best of what has nothing to do with a question 0.04 to 0.19. With the configured weights
 * and no other signal, 0.4 is reached from an evidence of 0.21 on, 0.5 from 0.32, 0.6 from 0.45.
 */
function semanticValue(evidence: number): number {
  const stretched = Math.max(0, evidence) ** 1.5;
  return stretched / (stretched + middleEvidence ** 1.5);
}

function entitiesOf(found: readonly FoundEntity[]): readonly KnowledgeEntity[] {
  return found.map(({ entity }) => entity);
}
