import type {
  Axiom,
  EntityKey,
  EntityVersion,
  FactSource,
  KnowledgeEntity,
  Properties,
  PropertyValue,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { entityText, sourceText } from './knowledge-tables.js';
import { countOf, formatCount } from './numbers.js';
import { axiomList } from './rule-lists.js';
import { titledRows } from './table.js';
import type { TextLayout } from './text-layout.js';

/** A relationship of the shown entity. */
export interface ShownRelationship {
  /** `outgoing` starts at the shown entity. */
  readonly direction: 'outgoing' | 'incoming';
  readonly type: string;
  /** The other entity. */
  readonly entity: EntityKey & { readonly id: string };
  readonly properties: Properties;
  readonly sources: readonly FactSource[];
}

/** An entity with its shown details. */
export interface ShownEntity {
  readonly entity: KnowledgeEntity;
  /** Outgoing first. Absent below the Teams tier, as are the axioms. */
  readonly relationships?: readonly ShownRelationship[] | undefined;
  readonly axioms?: readonly Axiom[] | undefined;
  /** Oldest first. Absent unless requested. */
  readonly history?: readonly EntityVersion[] | undefined;
}

/** Relationships shown for each type and direction. */
const maxOfType = 12;

/** Sources shown. */
const maxSources = 8;

/** Maximum length of a property's value, in UTF-16 units. */
const maxValueLength = 600;

/** One entity on a terminal. */
export function entityPage(
  { entity, relationships = [], axioms = [], history = [] }: ShownEntity,
  layout: TextLayout,
): string {
  const { type, name, aliases, properties, sources } = entity;
  const { bold, cyan } = layout.colors;
  const also = aliases.length === 0 ? '' : `\nalso ${aliases.map(toTerminalLine).join(', ')}`;
  const rows = Object.entries(properties).map(([property, value]) => [toTerminalLine(property), valueText(value)]);
  return [
    `${cyan(toTerminalLine(type))} ${bold(toTerminalLine(name))}${also}`,
    titledRows('Properties', rows, layout),
    titledRows('Relationships', relationshipRows(relationships), layout),
    axioms.length === 0 ? '' : `${bold('Rules')}\n${axiomList(axioms, layout)}`,
    titledRows('Read in', sourceRows(sources), layout),
    titledRows('History', historyRows(history), layout),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

/** A value on one line, as in YAML. */
function valueText(value: PropertyValue): string {
  const text = toTerminalLine(inlineText(value));
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}… (--json has all)` : text;
}

function inlineText(value: PropertyValue): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return value.every(isSimple) ? value.map(String).join(', ') : JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    isSimple(member) ? [`${key}: ${String(member)}`] : [],
  );
  return members.length === Object.keys(value).length ? members.join('; ') : JSON.stringify(value);
}

function isList(value: PropertyValue): value is readonly PropertyValue[] {
  return Array.isArray(value);
}

function isSimple(value: PropertyValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** A row for each relationship; beyond the limit of a type, one row with the count. */
function relationshipRows(relationships: readonly ShownRelationship[]): readonly (readonly string[])[] {
  const groups = groupBy(
    relationships,
    ({ direction, type }) => `${direction === 'outgoing' ? '→' : '←'} ${toTerminalLine(type)}`,
  );
  return [...groups].flatMap(([key, group]) => {
    const named = group.slice(0, maxOfType).map(({ entity }, index) => [index === 0 ? key : '', entityText(entity)]);
    const more = group.length - named.length;
    return more === 0 ? named : [...named, ['', `… and ${formatCount(more)} more`]];
  });
}

function sourceRows(sources: readonly FactSource[]): readonly (readonly string[])[] {
  const named = sources.slice(0, maxSources).map((source) => [sourceText(source), '']);
  const more = sources.length - named.length;
  return more === 0 ? named : [...named, [`… and ${countOf(more, 'more place')}`, '']];
}

/** Rows with the changes of each version, oldest first. */
function historyRows(history: readonly EntityVersion[]): readonly (readonly string[])[] {
  return history.map((version, index) => {
    const before = history[index - 1];
    const until = version.validUntilMs === undefined ? '' : ` until ${timeText(version.validUntilMs)}`;
    return [
      timeText(version.validFromMs),
      before === undefined ? `first known${until}` : `${changeText(before, version)}${until}`,
    ];
  });
}

function changeText(before: EntityVersion, after: EntityVersion): string {
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])];
  const changed = names.filter(
    (name) => JSON.stringify(before.properties[name]) !== JSON.stringify(after.properties[name]),
  );
  const parts = [
    ...changed.map(toTerminalLine),
    ...(JSON.stringify(before.aliases) === JSON.stringify(after.aliases) ? [] : ['aliases']),
    ...(JSON.stringify(before.sources) === JSON.stringify(after.sources) ? [] : ['places']),
  ];
  return parts.length === 0 ? 'known again' : `changed: ${parts.join(', ')}`;
}

function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
