import type { EntityVersion } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { CurrentFacts } from '../graph/knowledge-graph.js';
import { mergeStatements } from './merge-statements.js';
import type { Statement, StatementOf } from './statement.js';

/** All versions of an entity, oldest first, from all its statements, closed ones included. */
export function versionsOf(statements: readonly Statement[]): readonly EntityVersion[] {
  const all = statements.filter((statement): statement is StatementOf<'entity'> => statement.kind === 'entity');
  const times = new Set(all.flatMap(({ validFromMs, validUntilMs }) => [validFromMs, validUntilMs ?? validFromMs]));
  const changes = [...times].sort((a, b) => a - b);
  return changes.flatMap((validFromMs, index): EntityVersion[] => {
    const [entity] = mergeStatements(all.filter((statement) => holdsAt(statement, validFromMs))).entities;
    if (entity === undefined) return [];
    const validUntilMs = changes[index + 1];
    return [{ ...entity, validFromMs, ...(validUntilMs === undefined ? {} : { validUntilMs }) }];
  });
}

/**
 * The facts at an earlier time, from all statements that held then or later. The validity of a relationship covers all
 * its versions.
 */
export function factsAt(statements: readonly Statement[], timeMs: number): CurrentFacts {
  const facts = mergeStatements(statements.filter((statement) => holdsAt(statement, timeMs)));
  const closedIds = new Set(
    statements.filter(({ validUntilMs }) => validUntilMs !== undefined).map(({ fact }) => fact.id),
  );
  const byId = groupBy(
    statements.filter(({ kind, fact }) => kind === 'relationship' && closedIds.has(fact.id)),
    ({ fact }) => fact.id,
  );
  const relationships = facts.relationships.map((relationship) => {
    const validUntilMs = endOf(byId.get(relationship.id), timeMs);
    return validUntilMs === undefined ? relationship : { ...relationship, validUntilMs };
  });
  return { ...facts, relationships };
}

/** The first time after a moment at which no statement of a fact holds; `undefined`: one still holds. */
function endOf(statements: readonly Statement[] | undefined, timeMs: number): number | undefined {
  if (statements === undefined) return undefined;
  let reached = timeMs;
  for (;;) {
    const holding = statements.filter((statement) => holdsAt(statement, reached));
    if (holding.length === 0) return reached;
    const ends = holding.map(({ validUntilMs }) => validUntilMs ?? Infinity);
    const latest = Math.max(...ends);
    if (latest === Infinity) return undefined;
    reached = latest;
  }
}

function holdsAt({ validFromMs, validUntilMs }: Statement, timeMs: number): boolean {
  return validFromMs <= timeMs && (validUntilMs === undefined || timeMs < validUntilMs);
}
