import { type Properties, axiomSeverities } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';
import { z } from 'zod';

/**
 * The format of user-defined facts, as YAML or JSON. Everything but `type` and `name` may be left out:
 *
 * ```yaml
 * knowledge: 1                       # version of the format
 * entities:
 *   - type: Component
 *     name: Billing
 *     aliases: [Invoicing]
 *     properties: { owner: Ada, since: 2024 }
 *     relationships:                 # they start at this entity
 *       - type: depends-on
 *         to: { type: Component, name: Ledger }
 *         properties: { since: 2024 }
 * relationships:                     # or separately, with both ends
 *   - type: part-of
 *     from: { type: Component, name: Ledger }
 *     to: { type: Product, name: Shop }
 * axioms:
 *   - name: components have an owner
 *     description: Every component names who looks after it.
 *     targetType: Component          # '*': entities of all types
 *     severity: warning              # info, warning (the default) or error
 *     isEnabled: true                # the default
 *     condition: { kind: required-property, property: owner }
 * ```
 *
 * An end of a relationship is stated in this file or in another one, or exists in the graph.
 */
export const factsVersion = 1;

/** Maximum length of a name: a longer one is a text in the wrong field. */
const maxNameLength = 2_000;

const name = z.string().min(1).max(maxNameLength);

/** Parsed values are JSON values; a record of zod would lose a property called `__proto__`. */
const properties = z.custom<Properties>(isRecord, 'properties are a map');

const entityKey = z.strictObject({ type: name, name });

/** A relationship nested in the entity that it starts at. */
export const ownRelationshipSchema = z.strictObject({ type: name, to: entityKey, properties: properties.optional() });

/** An entity, without its nested relationships. */
export const statedEntitySchema = z.strictObject({
  type: name,
  name,
  aliases: z.array(name).optional(),
  properties: properties.optional(),
});

/** A relationship in a list of its own. */
export const statedRelationshipSchema = ownRelationshipSchema.extend({ from: entityKey });

/** A rule. `axiomStatementProblem` checks the condition, because its message is better. */
export const statedAxiomSchema = z.strictObject({
  name,
  description: z.string().default(''),
  targetType: name,
  severity: z.enum(axiomSeverities).default('warning'),
  isEnabled: z.boolean().default(true),
  condition: z.unknown(),
});

/** Top-level keys of a file of facts. */
export const factsKeys = ['knowledge', 'entities', 'relationships', 'axioms'] as const;
