import { shortened, wellFormed } from '../clean-text.js';
import type { ApiNode } from './api-node.js';

/** Names and targets of references to schemas. */
export interface SchemaReferences {
  /** `undefined` for a node without a reference, and for a target without a name. */
  nameOf(node: ApiNode): string | undefined;
  /** The schema with references resolved. */
  resolve(node: ApiNode): ApiNode | undefined;
  /**
   * Cached type texts by schema and depth: without a cache, shared parts of schemas would multiply the work at each
   * level.
   */
  readonly typeTexts: Map<unknown, string[]>;
}

/** Maximum depth of types in a text. */
const deepestType = 6;

/** Maximum number of alternatives and values in a text. */
const maxAlternatives = 8;

const maxTypeLength = 240;

/** The type of a schema as a short text, such as `Pet[]`, `string (date-time) | null`, `"asc" | "desc"`. */
export function typeText(schema: ApiNode, references: SchemaReferences, depth = 0): string {
  const name = references.nameOf(schema);
  if (name !== undefined) return name;
  const node = references.resolve(schema);
  if (node === undefined) return 'unknown';
  if (typeof node.value === 'boolean') return node.value ? 'any' : 'nothing';
  if (depth === deepestType) return '…';
  const texts = references.typeTexts.get(node.value) ?? [];
  references.typeTexts.set(node.value, texts);
  return (texts[depth] ??= writtenType(node, references, depth));
}

function writtenType(node: ApiNode, references: SchemaReferences, depth: number): string {
  const text = ownType(node, (part) => typeText(part, references, depth + 1));
  const isNullable = node.is('nullable') || node.is('x-nullable');
  return shortened(isNullable && text !== 'null' ? `${text} | null` : text, maxTypeLength);
}

function ownType(node: ApiNode, typeOf: (part: ApiNode) => string): string {
  const constant = node.get('const');
  if (constant !== undefined) return valueText(constant.value);
  const values = node.get('enum')?.items() ?? [];
  if (values.length > 0) return alternatives(values.map(({ value }) => valueText(value)));
  for (const key of ['oneOf', 'anyOf']) {
    const parts = node.get(key)?.items() ?? [];
    if (parts.length > 0) return alternatives(parts.map(typeOf));
  }
  const parts = node.get('allOf')?.items() ?? [];
  if (parts.length > 0 && node.get('properties') === undefined) return intersection(parts, typeOf);
  return alternatives(typesOf(node).map((type) => plainType(type, node, typeOf)));
}

/** Joins the types of parts, without those that only describe, or only allow null. */
function intersection(parts: readonly ApiNode[], typeOf: (part: ApiNode) => string): string {
  const texts = parts.map((part) => ({ part, text: typeOf(part).replace(/ \| null$/u, '') }));
  const distinctive = texts.filter(({ part, text }) => {
    return text !== 'any' && (text !== 'object' || part.get('properties') !== undefined || parts.length === 1);
  });
  const distinct = new Set((distinctive.length > 0 ? distinctive : texts.slice(0, 1)).map(({ text }) => text));
  const isNullable = parts.some((part) => part.is('nullable'));
  return `${[...distinct].join(' & ')}${isNullable ? ' | null' : ''}`;
}

/** The types of a schema, or those that follow from its keys. */
export function typesOf(node: ApiNode): readonly string[] {
  const type = node.get('type')?.value;
  if (typeof type === 'string') return [wellFormed(type)];
  const types = node.texts('type');
  if (types.length > 0) return types;
  if (node.get('properties') !== undefined || node.get('additionalProperties') !== undefined) return ['object'];
  if (node.get('items') !== undefined) return ['array'];
  return ['any'];
}

function plainType(type: string, node: ApiNode, typeOf: (part: ApiNode) => string): string {
  if (type === 'array') {
    const items = node.get('items');
    const item = items === undefined ? 'any' : typeOf(items);
    return / [|&] /u.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') {
    const values = node.get('additionalProperties');
    const isMap = values !== undefined && values.value !== false && node.get('properties') === undefined;
    return isMap ? `map of ${values.value === true ? 'any' : typeOf(values)}` : 'object';
  }
  const format = node.text('format');
  return format === undefined ? type : `${type} (${format})`;
}

function alternatives(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  if (distinct.length <= maxAlternatives) return distinct.join(' | ');
  return `${distinct.slice(0, maxAlternatives).join(' | ')} | … (${distinct.length} in all)`;
}

/** A value as JSON, shortened. */
export function valueText(value: unknown): string {
  return shortened(wellFormed(JSON.stringify(value)), maxTypeLength);
}
