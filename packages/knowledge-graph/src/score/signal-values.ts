import type { ContextRequest, FoundEntity, KnowledgeEntity, RelevanceSignal } from '@lexichord/abstractions';
import { indexWords } from '@lexichord/text-index';
import { nameWords } from '@lexichord/text-index/internal';

import { fuseEvidence } from '../search/rank-entities.js';
import { MentionFinder } from './mention-finder.js';

/** Half-life of the recency signal, in milliseconds. */
const recencyHalfLifeMs = 30 * 24 * 3_600_000;

/** Evidence at which the semantic signal is one half. */
const middleEvidence = 0.2;

/** The value of each signal that applies to a request, 0 to 1, for any found entity. */
export type SignalValues = ReadonlyMap<RelevanceSignal, (found: FoundEntity) => number>;

/** Inputs of the values. */
export interface SignalSetting {
  readonly request: ContextRequest;
  readonly found: readonly FoundEntity[];
  /** Weight of meaning against words. */
  readonly fusionWeight: number;
  /** Types in the agent's configuration. */
  readonly agentTypes: readonly string[];
}

/** The values of the signals, without those that do not apply to the request. */
export function signalValues({ request, found, fusionWeight, agentTypes }: SignalSetting): SignalValues {
  const values = new Map<RelevanceSignal, (found: FoundEntity) => number>();
  const words = wordsOfQuery(request.query);
  if (words.size > 0) {
    values.set('semantic', ({ wordScore, similarity }) =>
      semanticValue(fuseEvidence(wordScore, similarity, fusionWeight)),
    );
    values.set('name', ({ entity }) => nameMatch(entity, words));
  }
  const mentions = new MentionFinder(entitiesOf(found), request.documentText ?? '');
  // A document that mentions none of them does not distinguish them.
  if (mentions.size > 0) values.set('mention', ({ entity }) => (mentions.has(entity) ? 1 : 0));
  const namedTypes = typesNamedIn(request.query, new Set(found.map(({ entity: { type } }) => type)));
  const named = namedTypes.size > 0 ? namedTypes : new Set(agentTypes);
  if (named.size > 0) values.set('type', ({ entity: { type } }) => (named.has(type) ? 1 : 0));
  const newest = found.reduce((latest, { entity: { modifiedMs } }) => Math.max(latest, modifiedMs), 0);
  if (found.some(({ entity: { modifiedMs } }) => modifiedMs !== newest)) {
    values.set('recency', ({ entity: { modifiedMs } }) => 2 ** ((modifiedMs - newest) / recencyHalfLifeMs));
  }
  return values;
}

/**
 * The score by words and meaning, scaled so that KG-e's thresholds (0.4 to 0.6) fit. Measured on questions about six
 * real API descriptions: the evidence for answers to lightly reworded questions is 0.45 to 0.95, to heavily reworded
 * ones 0.24 to 0.75, for the best irrelevant entity 0.04 to 0.19. With the configured weights and no other signal, 0.4
 * is reached at an evidence of 0.21, 0.5 at 0.32, 0.6 at 0.45.
 */
function semanticValue(evidence: number): number {
  const stretched = Math.max(0, evidence) ** 1.5;
  return stretched / (stretched + middleEvidence ** 1.5);
}

function entitiesOf(found: readonly FoundEntity[]): readonly KnowledgeEntity[] {
  return found.map(({ entity }) => entity);
}

/** The distinct index words of a query. */
function wordsOfQuery(query: string): ReadonlySet<string> {
  return new Set(indexWords(query));
}

/**
 * How well a query matches the name or an alias of an entity. 1 if the query has the whole name; much less for a part
 * of it, because names consist of ordinary words, which may be in a question for other reasons.
 */
function nameMatch({ name, aliases }: KnowledgeEntity, words: ReadonlySet<string>): number {
  let best = 0;
  for (const candidate of [name, ...aliases]) {
    const own = nameWords(candidate);
    if (own.length === 0) continue;
    const shared = own.filter((word) => words.has(word)).length;
    if (shared === own.length) return 1;
    best = Math.max(best, (shared / own.length) ** 3 / 2);
  }
  return best;
}

/** Other common names of entities of a type. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  Endpoint: ['endpoint', 'operation', 'route', 'api call'],
  Parameter: ['parameter', 'param', 'query parameter', 'argument'],
  Response: ['response', 'status code'],
  Schema: ['schema', 'data type', 'data model', 'object type'],
  Term: ['term', 'glossary term', 'glossary'],
  Definition: ['definition', 'meaning of'],
  Concept: ['concept'],
};

/** The types that a text names, in the singular or the plural: `which endpoints …`. */
function typesNamedIn(text: string, types: Iterable<string>): ReadonlySet<string> {
  const words = indexWords(text);
  const named = new Set<string>();
  for (const type of types) {
    const names = [type, ...(Object.hasOwn(otherNames, type) ? (otherNames[type] ?? []) : [])];
    if (names.some((name) => hasRun(words, indexWords(name)))) named.add(type);
  }
  return named;
}

function hasRun(words: readonly string[], run: readonly string[]): boolean {
  if (run.length === 0) return false;
  return words.some((_word, start) => run.every((word, index) => words[start + index] === word));
}
