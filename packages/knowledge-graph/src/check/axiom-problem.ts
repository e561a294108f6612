import { type AxiomCondition, type AxiomStatement, axiomSeverities } from '@lexichord/abstractions';
import { RE2JS, RE2JSException } from 're2js';
import type { z } from 'zod';

import { axiomConditionSchema } from './axiom-condition-schema.js';

/**
 * What is wrong with a rule, as one sentence without a full stop that names the key; `undefined` when it can be checked.
 * The statement may come from an untrusted file and be of any shape.
 */
export function axiomStatementProblem(axiom: AxiomStatement): string | undefined {
  if (!isText(axiom.name)) return 'name must be a text that is not empty';
  if (!isText(axiom.targetType)) return 'the target type must be an entity type, or "*" for all';
  if (typeof axiom.description !== 'string') return 'description must be a text';
  if (typeof axiom.isEnabled !== 'boolean') return 'whether it is enabled must be true or false';
  if (!axiomSeverities.includes(axiom.severity)) return `severity must be one of ${axiomSeverities.join(', ')}`;
  const { data: condition, error } = axiomConditionSchema.safeParse(axiom.condition);
  if (error !== undefined) return formProblem(error);
  return meaningProblem(condition, axiom.targetType);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function formProblem({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'condition cannot be read';
  const path = ['condition', ...issue.path.map(String)].join('.');
  if (issue.code !== 'unrecognized_keys') return `${path} must be ${issue.message}`;
  return `${path} has no key ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
}

/** What the form cannot say. */
function meaningProblem(condition: AxiomCondition, targetType: string): string | undefined {
  switch (condition.kind) {
    case 'pattern':
      return patternProblem(condition.pattern);
    case 'range':
    case 'cardinality':
      return boundsProblem(condition);
    case 'domain':
      return targetType === '*' ? 'a condition of kind "domain" needs a target type, not "*"' : undefined;
    case 'disjoint':
      return condition.types.includes(targetType)
        ? `condition.types must not have the target type ${JSON.stringify(targetType)} itself`
        : undefined;
    case 'time-order':
      return condition.earlier === condition.later
        ? 'condition.earlier and condition.later must be two properties'
        : undefined;
    default:
      return undefined;
  }
}

function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `condition.pattern is not a regular expression of RE2: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
}

function boundsProblem({
  minimum,
  maximum,
}: {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}): string | undefined {
  if (minimum === undefined && maximum === undefined) return 'condition needs a minimum or a maximum';
  if (minimum === undefined || maximum === undefined || minimum <= maximum) return undefined;
  return `condition.minimum ${minimum} must not be above condition.maximum ${maximum}`;
}
