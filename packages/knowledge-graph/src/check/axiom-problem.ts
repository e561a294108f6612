import { type AxiomCondition, axiomSeverities, type AxiomStatement, type PropertyValue } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';
import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';

import { isPropertyValue } from './property-values.js';

/**
 * The defect of a rule, as one sentence without a full stop that names the key; `undefined` if the rule can be checked.
 * The statement may come from an untrusted file and have any shape.
 */
export function axiomStatementProblem(axiom: AxiomStatement): string | undefined {
  if (!isText(axiom.name)) return 'name must be a non-empty text';
  if (!isText(axiom.targetType)) return 'the target type must be an entity type, or "*" for all';
  if (typeof axiom.description !== 'string') return 'description must be a text';
  if (typeof axiom.isEnabled !== 'boolean') return 'enabled must be true or false';
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

/** Defects that the schema cannot express. */
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
    return `condition.pattern is not an RE2 regular expression: ${error.message.replace(/^error parsing regexp: /, '')}`;
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

/** Maximum length of a regular expression of a rule, in UTF-16 units. */
const maxPatternLength = 1_000;

/** Each message continues "must be". */
const text = phrase('a non-empty text', (error) => z.string({ error }).min(1, { error }));
const pattern = phrase(`a regular expression of at most ${maxPatternLength} characters`, (error) =>
  z.string({ error }).min(1, { error }).max(maxPatternLength, { error }),
);
const bound = phrase('a number', (error) => z.number({ error }).optional());
const count = phrase('a whole number from 0', (error) => z.int({ error }).min(0, { error }).optional());
const types = phrase('a non-empty list of entity types', (error) => z.array(text, { error }).min(1, { error }));
const values = phrase('a non-empty list of values', (error) =>
  z
    .array(z.custom<PropertyValue>(isPropertyValue, { error: 'a value that JSON can say' }), { error })
    .min(1, { error }),
);

const conditions = [
  z.strictObject({ kind: z.literal('required-property'), property: text }),
  z.strictObject({ kind: z.literal('pattern'), property: text, pattern }),
  z.strictObject({ kind: z.literal('range'), property: text, minimum: bound, maximum: bound }),
  z.strictObject({ kind: z.literal('one-of'), property: text, values }),
  z.strictObject({ kind: z.literal('cardinality'), relationship: text, minimum: count, maximum: count }),
  z.strictObject({ kind: z.literal('domain'), relationship: text }),
  z.strictObject({ kind: z.literal('relationship-range'), relationship: text, types }),
  z.strictObject({ kind: z.literal('disjoint'), types }),
  z.strictObject({ kind: z.literal('acyclic'), relationship: text }),
  z.strictObject({ kind: z.literal('functional'), relationship: text }),
  z.strictObject({ kind: z.literal('time-order'), earlier: text, later: text }),
] as const;

/** Kinds of conditions, in the order of the documentation. */
export const axiomConditionKinds = conditions.map(({ shape }) => shape.kind.value);

/**
 * The schema of a rule's condition; unknown keys are errors. Defects that a schema cannot express, such as bounds in
 * the wrong order, are found by `axiomStatementProblem`. Its messages continue "must be".
 */
const axiomConditionSchema: z.ZodType<AxiomCondition> = z.discriminatedUnion('kind', conditions, {
  error: ({ input }) =>
    isRecord(input) ? `one of ${axiomConditionKinds.join(', ')}` : 'a mapping with the key "kind"',
});

function phrase<Schema>(error: string, make: (error: string) => Schema): Schema {
  return make(error);
}
