import type { KnowledgeContextConfig, KnowledgeEntity, Properties, PropertyValue } from '@lexichord/abstractions';

import { cutText } from './plain-text.js';

/** An entity as shown to an agent. */
export interface EntityView {
  readonly type: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description?: string;
  readonly properties?: Properties;
}

/** Maximum length of a property's text, in UTF-16 units; the rest is in the source document. */
const maxTextLength = 600;

/** Maximum length of a text inside another value, such as the description of a field. */
const maxInnerTextLength = 160;

/** Maximum number of values of a list, and of names of an object. */
const maxValues = 40;

/** Maximum depth of values. */
const deepest = 4;

/** Maximum number of aliases. */
const maxAliases = 10;

/** Order of the most useful properties; all others follow by name. */
const usefulOrder = [
  'summary',
  'title',
  'definition',
  'parameters',
  'requestBody',
  'responses',
  'in',
  'type',
  'format',
  'required',
  'deprecated',
  'enum',
  'const',
  'default',
  'pattern',
  'minimum',
  'maximum',
  'fields',
  'fieldDescriptions',
  'security',
  'statusCode',
  'status',
  'version',
  'tags',
] as const;

const usefulness: ReadonlyMap<string, number> = new Map(usefulOrder.map((name, index) => [name, index]));

/** A name, cut to the maximum length. */
export function shownName(name: string): string {
  return name.length <= maxTextLength ? name.toWellFormed() : cutText(name, maxTextLength);
}

type ViewConfig = Pick<KnowledgeContextConfig, 'includeProperties' | 'maxPropertiesPerEntity'>;

/** The shown parts of an entity, in order. Long values are cut and marked. */
export function viewOf(entity: KnowledgeEntity, { includeProperties, maxPropertiesPerEntity }: ViewConfig): EntityView {
  const { type, name, aliases, properties } = entity;
  const description = Object.hasOwn(properties, 'description') ? properties['description'] : undefined;
  const hasDescription =
    typeof description === 'string' && description !== '' && !isRedundant('description', description, entity);
  const shown = includeProperties ? shownProperties(entity, maxPropertiesPerEntity, hasDescription) : [];
  return {
    type: shownName(type),
    name: shownName(name),
    ...(aliases.length === 0 ? {} : { aliases: aliases.slice(0, maxAliases).map(shownName) }),
    ...(hasDescription ? { description: cutText(description, maxTextLength) } : {}),
    ...(shown.length === 0 ? {} : { properties: ownRecord(shown) }),
  };
}

/**
 * Properties that often repeat the name, an alias or the description: in any other property, an equal value has its own
 * meaning.
 */
const namingProperties: ReadonlySet<string> = new Set([
  'method',
  'path',
  'name',
  'in',
  'title',
  'summary',
  'description',
]);

function isRedundant(property: string, value: PropertyValue, { name, aliases, properties }: KnowledgeEntity): boolean {
  if (typeof value !== 'string' || !namingProperties.has(property)) return false;
  if (` ${name} `.includes(` ${value} `) || aliases.includes(value)) return true;
  return property !== 'description' && value === properties['description'];
}

function shownProperties(
  entity: KnowledgeEntity,
  limit: number,
  withoutDescription: boolean,
): readonly (readonly [string, PropertyValue])[] {
  return Object.entries(entity.properties)
    .filter(([name, value]) => !(withoutDescription && name === 'description') && !isRedundant(name, value, entity))
    .sort(([a], [z]) => rankOf(a) - rankOf(z) || (a < z ? -1 : 1))
    .slice(0, limit)
    .map(([name, value]) => [shownName(name), cut(value, 0)] as const);
}

function rankOf(name: string): number {
  return usefulness.get(name) ?? usefulOrder.length;
}

function cut(value: PropertyValue, depth: number): PropertyValue {
  if (typeof value === 'string') return cutText(value, depth === 0 ? maxTextLength : maxInnerTextLength);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    const values = value as readonly PropertyValue[];
    const more = values.length - maxValues;
    const shown = values.slice(0, maxValues).map((inner) => cut(inner, depth + 1));
    return more > 0 ? [...shown, `… and ${more} more`] : shown;
  }
  const entries = Object.entries(value);
  const more = entries.length - maxValues;
  const shown = entries.slice(0, maxValues).map(([name, inner]) => [shownName(name), cut(inner, depth + 1)] as const);
  return ownRecord(more > 0 ? [...shown, ['…', `and ${more} more`] as const] : shown);
}

/** A record in which `__proto__` is an ordinary name. */
function ownRecord(entries: readonly (readonly [string, PropertyValue])[]): Properties {
  return Object.fromEntries(entries);
}
