import type {
  AxiomStatement,
  EntityKey,
  EntityStatement,
  FactSource,
  ImportProblem,
  KnowledgeFormat,
  PropertyValue,
  RelationshipStatement,
} from '@lexichord/abstractions';

import { cleanValue, isList, wellFormed } from './clean-text.js';
import type { DocumentReading } from './document-reading.js';

/** First and last line, 1-based. */
export interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Properties, some of which may have no value and are left out. */
export type SomeProperties = Readonly<Record<string, PropertyValue | undefined>>;

/** A statement of a document about an entity. */
export interface CollectedEntity extends EntityKey {
  readonly aliases?: readonly (string | undefined)[] | undefined;
  readonly properties?: SomeProperties | undefined;
}

/** A statement of a document about two entities. */
export interface CollectedRelationship {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  readonly properties?: SomeProperties | undefined;
}

/**
 * Collects the facts of one document. A repeated fact is one statement: aliases are merged, and list properties of
 * relationships; for everything else the first value holds.
 */
export class FactCollector {
  private readonly entities = new Map<string, EntityStatement>();
  private readonly relationships = new Map<string, UnitedRelationship>();
  private readonly axioms = new Map<string, AxiomStatement>();
  private readonly problems: ImportProblem[] = [];

  constructor(readonly documentPath: string) {}

  /** @returns the entity's key, with a name that storage preserves */
  addEntity({ type, name, aliases = [], properties = {} }: CollectedEntity, lines: Lines): EntityKey {
    const key = { type: wellFormed(type), name: wellFormed(name) };
    const id = textOf(key);
    const existing = this.entities.get(id);
    const names = aliases.map((alias) => wellFormed(alias ?? '')).filter((alias) => alias !== '' && alias !== name);
    this.entities.set(id, {
      ...key,
      aliases: [...new Set([...(existing?.aliases ?? []), ...names])],
      properties: { ...cleanProperties(properties), ...existing?.properties },
      source: existing?.source ?? this.sourceOf(lines),
    });
    return key;
  }

  hasEntity(key: EntityKey): boolean {
    return this.find(key) !== undefined;
  }

  /** The statement about an entity so far. */
  find(key: EntityKey): EntityStatement | undefined {
    return this.entities.get(textOf(cleanKey(key)));
  }

  addRelationship({ type, properties = {}, ...ends }: CollectedRelationship, lines: Lines): void {
    const [from, to] = [cleanKey(ends.from), cleanKey(ends.to)];
    const id = JSON.stringify([type, from.type, from.name, to.type, to.name]);
    const relationship = this.relationships.get(id) ?? {
      statement: { type: wellFormed(type), from, to, source: this.sourceOf(lines) },
      properties: new UnitedProperties(),
    };
    relationship.properties.add(cleanProperties(properties));
    this.relationships.set(id, relationship);
  }

  addAxiom(axiom: Omit<AxiomStatement, 'source'>, lines: Lines): void {
    const id = JSON.stringify([axiom.targetType, axiom.name]);
    if (!this.axioms.has(id)) this.axioms.set(id, { ...axiom, source: this.sourceOf(lines) });
    else
      this.addProblem(lines.startLine, `There is another axiom ${JSON.stringify(axiom.name)} for ${axiom.targetType}.`);
  }

  /** Adds a problem: something could not be read. */
  addProblem(line: number, message: string): void {
    this.problems.push({ documentPath: this.documentPath, line, message });
  }

  /** Adds a warning: something is wrong, but was read. */
  addWarning(line: number, message: string): void {
    this.problems.push({ documentPath: this.documentPath, line, message, isWarning: true });
  }

  sourceOf({ startLine, endLine }: Lines): FactSource {
    return { documentPath: this.documentPath, startLine, endLine: Math.max(startLine, endLine) };
  }

  reading(format: KnowledgeFormat): DocumentReading {
    return {
      documentPath: this.documentPath,
      format,
      entities: [...this.entities.values()].filter(isNamed),
      relationships: [...this.relationships.values()]
        .map(({ statement, properties }) => ({ ...statement, properties: properties.toRecord() }))
        .filter(({ from, to }) => isNamed(from) && isNamed(to)),
      axioms: [...this.axioms.values()],
      problems: [...this.problems].sort((a, b) => a.line - b.line),
    };
  }
}

/** Whether a key has a type and a name. */
function isNamed({ type, name }: EntityKey): boolean {
  return type !== '' && name !== '';
}

/** The key of an entity in a map. */
export function textOf({ type, name }: EntityKey): string {
  return JSON.stringify([type, name]);
}

function cleanKey({ type, name }: EntityKey): EntityKey {
  return { type: wellFormed(type), name: wellFormed(name) };
}

function cleanProperties(properties: SomeProperties): Readonly<Record<string, PropertyValue>> {
  const given = Object.entries(properties).filter((entry): entry is [string, PropertyValue] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [wellFormed(name), cleanValue(value)]));
}

/** A relationship with the merged properties of all its mentions. */
interface UnitedRelationship {
  readonly statement: RelationshipStatement;
  readonly properties: UnitedProperties;
}

/** Merges properties of one relationship: the first value of a name holds, lists of a name are merged. */
class UnitedProperties {
  private readonly values = new Map<string, PropertyValue>();
  /** List items by their JSON, of repeated names, so that no item is compared with all others. */
  private readonly lists = new Map<string, Map<string, PropertyValue>>();

  add(properties: Readonly<Record<string, PropertyValue>>): void {
    for (const [name, value] of Object.entries(properties)) {
      const first = this.values.get(name);
      if (first === undefined || first === null) this.values.set(name, value);
      else if (isList(first) && isList(value)) this.unite(name, first, value);
    }
  }

  toRecord(): Readonly<Record<string, PropertyValue>> {
    return Object.fromEntries(
      [...this.values].map(([name, value]) => {
        const list = this.lists.get(name);
        return [name, list === undefined ? value : [...list.values()]];
      }),
    );
  }

  private unite(name: string, first: readonly PropertyValue[], further: readonly PropertyValue[]): void {
    const existing = this.lists.get(name);
    const list = existing ?? new Map<string, PropertyValue>();
    for (const part of existing === undefined ? [...first, ...further] : further) list.set(JSON.stringify(part), part);
    if (existing === undefined) this.lists.set(name, list);
  }
}
