import { type Properties, axiomSeverities } from '@lexichord/abstractions';
import { z } from 'zod';

/**
 * The format of facts of one's own, as YAML or JSON. Everything but `type` and `name` may be left out:
 *
 * ```yaml
 * knowledge: 1                       # says what kind of file this is
 * entities:
 *   - type: Component
 *     name: Billing
 *     aliases: [Invoicing]
 *     properties: { owner: Ada, since: 2024 }
 *     relationships:                 # those that start at this entity
 *       - type: depends-on
 *         to: { type: Component, name: Ledger }
 *         properties: { since: 2024 }
 * relationships:                     # or apart, with both ends
 *   - type: part-of
 *     from: { type: Component, name: Ledger }
 *     to: { type: Product, name: Shop }
 * axioms:
 *   - name: components have an owner
 *     description: Every component names who looks after it.
 *     targetType: Component          # '*' binds entities of all types
 *     severity: warning              # info, warning (the default) or error
 *     isEnabled: true                # the default
 *     condition: { kind: required-property, property: owner }
 * ```
 *
 * An end of a relationship is stated in this file, in another one, or is in the graph already.
 */
export const factsVersion = 1;

/** Longer names are a mistake: a text in the field of a name. */
const maxNameLength = 2_000;

const name = z.string().min(1).max(maxNameLength);

/** Parsed values are values of JSON; a record of zod would lose a property called `__proto__`. */
const properties = z.custom<Properties>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'properties are a map',
);

const entityKey = z.strictObject({ type: name, name });

/** A relationship beneath the entity that it starts at. */
export const ownRelationshipSchema = z.strictObject({ type: name, to: entityKey, properties: properties.optional() });

/** An entity, without the relationships beneath it. */
export const statedEntitySchema = z.strictObject({
  type: name,
  name,
  aliases: z.array(name).optional(),
  properties: properties.optional(),
});

/** A relationship in a list of its own. */
export const statedRelationshipSchema = ownRelationshipSchema.extend({ from: entityKey });

/** A rule; whether its condition can be checked is left to `axiomStatementProblem`, whose message is better. */
export const statedAxiomSchema = z.strictObject({
  name,
  description: z.string().default(''),
  targetType: name,
  severity: z.enum(axiomSeverities).default('warning'),
  isEnabled: z.boolean().default(true),
  condition: z.unknown(),
});

/** Keys at the top of a file of facts. */
export const factsKeys = ['knowledge', 'entities', 'relationships', 'axioms'] as const;
