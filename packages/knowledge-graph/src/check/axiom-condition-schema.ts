import type { AxiomCondition, PropertyValue } from '@lexichord/abstractions';
import { z } from 'zod';

import { isPropertyValue } from './property-values.js';

/** Longest regular expression of a rule, in UTF-16 units. */
export const maxPatternLength = 1_000;

/** Each message fits behind "must be". */
const text = phrase('a text that is not empty', (error) => z.string({ error }).min(1, { error }));
const pattern = phrase(`a regular expression of at most ${maxPatternLength} characters`, (error) =>
  z.string({ error }).min(1, { error }).max(maxPatternLength, { error }),
);
const bound = phrase('a number', (error) => z.number({ error }).optional());
const count = phrase('a whole number from 0', (error) => z.int({ error }).min(0, { error }).optional());
const types = phrase('a list of entity types that is not empty', (error) => z.array(text, { error }).min(1, { error }));
const values = phrase('a list of values that is not empty', (error) =>
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
 * The form of a rule's condition, unknown keys refused. What a form cannot say, such as bounds in the wrong order, is
 * for `axiomStatementProblem`. Its messages fit behind "must be".
 */
export const axiomConditionSchema: z.ZodType<AxiomCondition> = z.discriminatedUnion('kind', conditions, {
  error: ({ input }) =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? `one of ${axiomConditionKinds.join(', ')}`
      : 'a mapping with the key "kind"',
});

function phrase<Schema>(error: string, make: (error: string) => Schema): Schema {
  return make(error);
}
