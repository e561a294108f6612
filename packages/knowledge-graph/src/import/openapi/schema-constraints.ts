import type { PropertyValue } from '@lexichord/abstractions';

import { maxDescriptionLength, shortened, wellFormed } from '../clean-text.js';
import type { SomeProperties } from '../fact-collector.js';
import type { ApiNode } from './api-node.js';
import { valueText } from './schema-type.js';

/** Bounds with the same name in all dialects. */
const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'multipleOf',
] as const;

/** Maximum number of values of an enumeration. */
const maxValues = 100;

const maxValueLength = 1_000;
const maxPatternLength = 300;

/** The constraints of a schema of a simple type, as properties of an entity. */
export function constraintProperties(node: ApiNode): SomeProperties {
  return {
    enum: valuesOf(node.get('enum')),
    default: smallValue(node.get('default')),
    pattern: patternOf(node),
    ...Object.fromEntries(bounds.map((name) => [name, numberOrFlag(node.get(name)?.value)])),
  };
}

/** Constraints as a short text after a field's type; '' if there are none. */
export function constraintText(node: ApiNode): string {
  const words: string[] = [];
  const [minimum, maximum] = [numberText(node, 'minimum'), numberText(node, 'maximum')];
  if (minimum !== undefined && maximum !== undefined) words.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) words.push(`at least ${minimum}`);
  else if (maximum !== undefined) words.push(`at most ${maximum}`);
  const longest = numberText(node, 'maxLength');
  if (longest !== undefined) words.push(`at most ${longest} characters`);
  const fallback = node.get('default');
  if (fallback !== undefined) words.push(`default ${shortened(valueText(fallback.value), 60)}`);
  if (node.is('readOnly')) words.push('read-only');
  if (node.is('writeOnly')) words.push('write-only');
  if (node.is('deprecated')) words.push('deprecated');
  return words.map((word) => `, ${word}`).join('');
}

/** The description of a node, cut to a maximum length. */
export function description(node: ApiNode, maxLength = maxDescriptionLength): string | undefined {
  const text = node.text('description');
  return text === undefined ? undefined : shortened(text, maxLength);
}

/** Returns `undefined` for an empty list or map. */
export function orNothing(value: PropertyValue): PropertyValue | undefined {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

function valuesOf(node: ApiNode | undefined): PropertyValue | undefined {
  const values = (node?.items() ?? []).slice(0, maxValues).map((item) => smallValue(item) ?? null);
  return orNothing(values);
}

/** A value, or shortened JSON of a large one. */
function smallValue(node: ApiNode | undefined): PropertyValue | undefined {
  if (node === undefined) return undefined;
  const { value } = node;
  if (typeof value !== 'object' || value === null) return shortValue(value as PropertyValue);
  const json = wellFormed(JSON.stringify(value));
  return json.length <= maxValueLength ? (value as PropertyValue) : shortened(json, maxValueLength);
}

function shortValue(value: PropertyValue): PropertyValue {
  return typeof value === 'string' ? shortened(value, maxValueLength) : value;
}

function patternOf(node: ApiNode): string | undefined {
  const pattern = node.text('pattern');
  return pattern === undefined || pattern.length > maxPatternLength ? undefined : pattern;
}

function numberOrFlag(value: unknown): number | boolean | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function numberText(node: ApiNode, name: string): string | undefined {
  const value = node.get(name)?.value;
  return typeof value === 'number' ? String(value) : undefined;
}
