import type { KnowledgeEntity, PropertyValue } from '@lexichord/abstractions';
import { RE2JS } from 're2js';

import type { AxiomBreach, ConditionCheck } from './axiom-breach.js';
import { parseMoment } from './parse-moment.js';
import { isSameValue } from './property-values.js';
import { quote, showEntity, showValue } from './show-facts.js';

/**
 * Maximum length of a text that is matched with a pattern, in UTF-16 units: a value that cannot be checked is reported
 * as a violation.
 */
const maxMatchedLength = 100_000;

/** Checks that a property exists. A text of white space counts as absent. */
export const checkRequiredProperty: ConditionCheck<'required-property'> = ({ condition: { property }, bound }) =>
  bound.flatMap((entity) => {
    const value = propertyOf(entity, property);
    if (value === undefined) return breach(entity, `has no ${quote(property)}`);
    return typeof value === 'string' && value.trim() === '' ? breach(entity, `has an empty ${quote(property)}`) : [];
  });

/** Checks values by a pattern. RE2 takes linear time for any pattern. */
export const checkPattern: ConditionCheck<'pattern'> = ({ condition: { property, pattern }, bound }) => {
  const expression = RE2JS.compile(pattern);
  return eachMember(bound, property, (value) => {
    if (typeof value === 'object') return `is ${showValue(value)}, not a text`;
    const text = String(value);
    if (text.length > maxMatchedLength) return `has ${text.length} characters, too many to be matched with a pattern`;
    return expression.matches(text) ? undefined : `is ${showValue(value)}, which does not match ${quote(pattern)}`;
  });
};

export const checkRange: ConditionCheck<'range'> = ({ condition: { property, minimum, maximum }, bound }) =>
  eachMember(bound, property, (value) => {
    if (typeof value !== 'number' || Number.isNaN(value)) return `is ${showValue(value)}, not a number`;
    if (minimum !== undefined && value < minimum) return `is ${value}, less than ${minimum}`;
    return maximum !== undefined && value > maximum ? `is ${value}, more than ${maximum}` : undefined;
  });

/** Checks the allowed values: a list must be one of them as a whole, or each of its members must be. */
export const checkOneOf: ConditionCheck<'one-of'> = ({ condition: { property, values }, bound }) => {
  const isAllowed = membership(values);
  return bound.flatMap((entity) => {
    const value = propertyOf(entity, property);
    if (value === undefined || isAllowed(value)) return [];
    const wrong = membersOf(value).find((member) => !isAllowed(member));
    if (wrong === undefined && Array.isArray(value) && value.length > 0) return [];
    const shown = wrong === undefined || wrong === value ? `is ${showValue(value)}` : `has ${showValue(wrong)}`;
    return breach(entity, `${shown}, which is not allowed`, property);
  });
};

/** Checks the order of two values. A day, a month or a year is only after a time if it starts after it. */
export const checkTimeOrder: ConditionCheck<'time-order'> = ({ condition: { earlier, later }, bound }) =>
  bound.flatMap((entity) => {
    const [first, second] = [propertyOf(entity, earlier), propertyOf(entity, later)];
    if (first === undefined || second === undefined) return [];
    const [begin, end] = [parseMoment(first), parseMoment(second)];
    if (begin === undefined) return breach(entity, `is ${showValue(first)}, neither a date nor a number`, earlier);
    if (end === undefined) return breach(entity, `is ${showValue(second)}, neither a date nor a number`, later);
    const shown = `is ${showValue(first)} and ${quote(later)} ${showValue(second)}`;
    if (begin.kind !== end.kind) return breach(entity, `${shown}, which cannot be compared`, earlier);
    return begin.first <= end.last ? [] : breach(entity, `${shown}, which is before it`, earlier);
  });

/** The value of a property of an entity; for `name` its name, if it has no such property. `null` counts as absent. */
function propertyOf({ name, properties }: KnowledgeEntity, property: string): PropertyValue | undefined {
  if (Object.hasOwn(properties, property)) return properties[property] ?? undefined;
  return property === 'name' ? name : undefined;
}

/** Checks each member of a list, or any other value itself. */
function eachMember(
  bound: readonly KnowledgeEntity[],
  property: string,
  problemOf: (value: Exclude<PropertyValue, null>) => string | undefined,
): readonly AxiomBreach[] {
  return bound.flatMap((entity) => {
    const value = propertyOf(entity, property);
    if (value === undefined) return [];
    for (const member of membersOf(value)) {
      const problem = member === null ? undefined : problemOf(member);
      if (problem !== undefined) return breach(entity, problem, property);
    }
    return [];
  });
}

function membersOf(value: PropertyValue): readonly PropertyValue[] {
  return isList(value) ? value : [value];
}

function isList(value: PropertyValue): value is readonly PropertyValue[] {
  return Array.isArray(value);
}

/** Tests membership: simple values by lookup, others one by one. */
function membership(values: readonly PropertyValue[]): (value: PropertyValue) => boolean {
  const simple = new Set(values);
  const others = values.filter((value) => typeof value === 'object' && value !== null);
  return (value) =>
    simple.has(value) || (typeof value === 'object' && others.some((other) => isSameValue(other, value)));
}

/** A violation, in a sentence about the entity, or about one of its properties. */
function breach(entity: KnowledgeEntity, problem: string, property?: string): AxiomBreach[] {
  const subject = property === undefined ? showEntity(entity) : `${quote(property)} of ${showEntity(entity)}`;
  return [{ entity, message: `${subject} ${problem}.`, facts: entity.sources }];
}
