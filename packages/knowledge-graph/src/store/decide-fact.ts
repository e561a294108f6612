import type { FactSource } from '@lexichord/abstractions';

import { payloadOf } from './fact-payload.js';
import { type StatedFact, type Statement, toStated, toStatement } from './statement.js';

/** The stored statements of one fact, and those of a change. */
export interface FactCase {
  /** Current statements, each of another document. */
  readonly current: readonly Statement[];
  /** Statements of the change, each of another document. */
  readonly stated: readonly StatedFact[];
  /** Whether a statement is closed unless the change states it again. */
  readonly isDropped: (statement: Statement) => boolean;
}

/** The outcome for a fact. */
export interface FactOutcome {
  /** Current statements after the change. Empty: the fact is removed. */
  readonly after: readonly Statement[];
  /** Rows to write: closed statements, new ones, and those whose lines alone have changed. */
  readonly rows: readonly Statement[];
  /** Whether the content of the fact has changed. Changed lines alone do not count. */
  readonly isChanged: boolean;
}

/**
 * Compares the stored statements of a fact with the new ones. A statement with other content is closed, and a new one
 * is valid from `nowMs`, which is later than all stored times. A statement with the same content and other lines is
 * overwritten: a line inserted at the top of a document changes no fact.
 */
export function decideFact({ current, stated, isDropped }: FactCase, nowMs: number): FactOutcome {
  if (current.length === 0) {
    const begun = stated.map((fact) => toStatement(fact, { createdMs: nowMs, validFromMs: nowMs }));
    return { after: begun, rows: begun, isChanged: true };
  }
  const unmatched = new Map(stated.map((fact) => [fact.documentPath, fact]));
  const createdMs = current.reduce((earliest, statement) => Math.min(earliest, statement.createdMs), nowMs);
  const begin = (fact: StatedFact): Statement => toStatement(fact, { createdMs, validFromMs: nowMs });
  const kept: Statement[] = [];
  const moved: Statement[] = [];
  const closed: Statement[] = [];
  const begun: Statement[] = [];
  for (const statement of current) {
    const again = unmatched.get(statement.documentPath);
    unmatched.delete(statement.documentPath);
    if (again === undefined) (isDropped(statement) ? closed : kept).push(statement);
    else if (!isEquivalent(toStated(statement), again)) {
      closed.push(statement);
      begun.push(begin(again));
    } else if (areSameLines(statement.sources, again.sources)) kept.push(statement);
    else moved.push(toStatement(again, statement));
  }
  for (const fact of unmatched.values()) begun.push(begin(fact));
  if (closed.length > 0 && begun.length === 0) beginAgain({ kept, moved, closed, begun }, begin);
  return {
    after: [...kept, ...moved, ...begun],
    rows: [...closed.map((statement) => ({ ...statement, validUntilMs: nowMs })), ...moved, ...begun],
    isChanged: closed.length + begun.length > 0,
  };
}

/**
 * Restarts a remaining statement. A fact that lost a statement has a new version: without a statement that begins now,
 * no current statement would record when.
 */
function beginAgain(
  { kept, moved, closed, begun }: Readonly<Record<'kept' | 'moved' | 'closed' | 'begun', Statement[]>>,
  begin: (fact: StatedFact) => Statement,
): void {
  const remaining = kept.shift() ?? moved.shift();
  if (remaining === undefined) return;
  closed.push(remaining);
  begun.push(begin(toStated(remaining)));
}

function isEquivalent(a: StatedFact, b: StatedFact): boolean {
  return JSON.stringify(payloadOf(a)) === JSON.stringify(payloadOf(b));
}

function areSameLines(a: readonly FactSource[], b: readonly FactSource[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ startLine, endLine }, index) => startLine === b[index]?.startLine && endLine === b[index].endLine)
  );
}
