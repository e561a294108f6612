import 'reflect-metadata';
import {
  type Axiom,
  type AxiomCheckOptions,
  type AxiomCheckReport,
  type AxiomSeverity,
  type AxiomViolation,
  ErrorCode,
  type FactSource,
  type IAxiomChecker,
  type KnowledgeEntity,
  LexichordError,
} from '@lexichord/abstractions';
import { compareText, groupBy } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import type { AxiomBreach, AxiomCheck } from './axiom-breach.js';
import { axiomStatementProblem } from './axiom-problem.js';
import { checkAcyclic } from './cycle-check.js';
import { checkOneOf, checkPattern, checkRange, checkRequiredProperty, checkTimeOrder } from './property-checks.js';
import {
  checkCardinality,
  checkDisjoint,
  checkDomain,
  checkFunctional,
  checkRelationshipRange,
} from './relationship-checks.js';

/** Entities to check. */
export interface CheckOptions {
  /** Only entities that this document states; absent: all entities. */
  readonly documentPath?: string | undefined;
}

/**
 * Checks every enabled rule on the entities to which it applies. Each rule takes time linear in these and their
 * relationships.
 *
 * @returns the most severe violations first, then by entity and axiom
 * @throws {LexichordError} `invalid-argument` for a rule that cannot be checked
 */
export function checkAxioms(graph: KnowledgeGraph, { documentPath }: CheckOptions = {}): AxiomCheckReport {
  const isChecked = (entity: KnowledgeEntity): boolean =>
    documentPath === undefined || entity.sources.some((source) => source.documentPath === documentPath);
  const checked = graph.entities.filter(isChecked);
  const byType = groupBy(checked, ({ type }) => type);
  const axioms = graph.axioms.filter(({ isEnabled }) => isEnabled);
  const violations = axioms.flatMap((axiom) => {
    const bound = axiom.targetType === '*' ? checked : (byType.get(axiom.targetType) ?? []);
    return Array.from(findBreaches({ axiom, graph, bound, isChecked }), (breach) => violationOf(axiom, breach));
  });
  return {
    violations: violations.sort(compareViolations),
    checkedEntities: checked.length,
    checkedAxioms: axioms.length,
  };
}

function findBreaches(check: Omit<AxiomCheck, 'condition'>): Iterable<AxiomBreach> {
  const { axiom } = check;
  const { condition } = axiom;
  requireCheckable(axiom);
  switch (condition.kind) {
    case 'required-property':
      return checkRequiredProperty({ ...check, condition });
    case 'pattern':
      return checkPattern({ ...check, condition });
    case 'range':
      return checkRange({ ...check, condition });
    case 'one-of':
      return checkOneOf({ ...check, condition });
    case 'cardinality':
      return checkCardinality({ ...check, condition });
    case 'domain':
      return checkDomain({ ...check, condition });
    case 'relationship-range':
      return checkRelationshipRange({ ...check, condition });
    case 'disjoint':
      return checkDisjoint({ ...check, condition });
    case 'acyclic':
      return checkAcyclic({ ...check, condition });
    case 'functional':
      return checkFunctional({ ...check, condition });
    case 'time-order':
      return checkTimeOrder({ ...check, condition });
  }
}

/** Rules are validated before they are stored, but another program may have stored invalid ones. */
function requireCheckable(axiom: Axiom): void {
  const problem = axiomStatementProblem(axiom);
  if (problem === undefined) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The rule ${JSON.stringify(axiom.name)} cannot be checked: ${problem}. Correct it in ${axiom.source.documentPath} and import that again.`,
    { details: { axiomId: axiom.id, problem } },
  );
}

function violationOf(axiom: Axiom, { entity, message, facts }: AxiomBreach): AxiomViolation {
  return {
    axiomId: axiom.id,
    axiomName: axiom.name,
    severity: axiom.severity,
    entityId: entity.id,
    entityType: entity.type,
    entityName: entity.name,
    message,
    evidence: evidenceOf(facts, axiom.source),
  };
}

/** The evidence of a violation; the rule's own source comes last, and only once. */
function evidenceOf(facts: readonly FactSource[], own: FactSource): readonly FactSource[] {
  const byLocation = new Map(facts.map((source) => [locationOf(source), source]));
  byLocation.delete(locationOf(own));
  return [...byLocation.values(), own];
}

function locationOf({ documentPath, startLine, endLine }: FactSource): string {
  return `${startLine}-${endLine} ${documentPath}`;
}

const severityRank: Readonly<Record<AxiomSeverity, number>> = { error: 0, warning: 1, info: 2 };

function compareViolations(a: AxiomViolation, b: AxiomViolation): number {
  return (
    severityRank[a.severity] - severityRank[b.severity] ||
    compareText(a.entityType, b.entityType) ||
    compareText(a.entityName, b.entityName) ||
    compareText(a.axiomName, b.axiomName) ||
    compareText(a.axiomId, b.axiomId)
  );
}

/** Checks the current graph. */
@injectable()
export class AxiomChecker implements IAxiomChecker {
  constructor(@inject(IFactStore) private readonly store: IFactStore) {}

  async check({ documentPath, signal }: AxiomCheckOptions = {}): Promise<AxiomCheckReport> {
    const graph = await this.store.graph({ signal });
    signal?.throwIfAborted();
    return checkAxioms(graph, { documentPath });
  }
}
