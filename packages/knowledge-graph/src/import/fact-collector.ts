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

/** Properties of which some may have no value; those are left out. */
export type SomeProperties = Readonly<Record<string, PropertyValue | undefined>>;

/** What a document says of an entity. */
export interface CollectedEntity extends EntityKey {
  readonly aliases?: readonly (string | undefined)[] | undefined;
  readonly properties?: SomeProperties | undefined;
}

/** What a document says of two entities. */
export interface CollectedRelationship {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  readonly properties?: SomeProperties | undefined;
}

/**
 * Gathers what one document says. What it says twice is one statement: aliases and lists of relationships' properties
 * are united, of everything else the first one counts.
 */
export class FactCollector {
  private readonly entities = new Map<string, EntityStatement>();
  private readonly relationships = new Map<string, RelationshipStatement>();
  private readonly axioms = new Map<string, AxiomStatement>();
  private readonly problems: ImportProblem[] = [];

  constructor(readonly documentPath: string) {}

  /** @returns the entity's key, with a name that survives storage */
  addEntity({ type, name, aliases = [], properties = {} }: CollectedEntity, lines: Lines): EntityKey {
    const key = { type: wellFormed(type), name: wellFormed(name) };
    const id = textOf(key);
    const known = this.entities.get(id);
    const names = aliases.map((alias) => wellFormed(alias ?? '')).filter((alias) => alias !== '' && alias !== name);
    this.entities.set(id, {
      ...key,
      aliases: [...new Set([...(known?.aliases ?? []), ...names])],
      properties: { ...cleanProperties(properties), ...known?.properties },
      source: known?.source ?? this.sourceOf(lines),
    });
    return key;
  }

  hasEntity(key: EntityKey): boolean {
    return this.entities.has(textOf(key));
  }

  addRelationship({ type, properties = {}, ...ends }: CollectedRelationship, lines: Lines): void {
    const [from, to] = [cleanKey(ends.from), cleanKey(ends.to)];
    const id = JSON.stringify([type, from.type, from.name, to.type, to.name]);
    const known = this.relationships.get(id);
    this.relationships.set(id, {
      type: wellFormed(type),
      from,
      to,
      properties: united(known?.properties ?? {}, cleanProperties(properties)),
      source: known?.source ?? this.sourceOf(lines),
    });
  }

  addAxiom(axiom: Omit<AxiomStatement, 'source'>, lines: Lines): void {
    const id = JSON.stringify([axiom.targetType, axiom.name]);
    if (!this.axioms.has(id)) this.axioms.set(id, { ...axiom, source: this.sourceOf(lines) });
    else
      this.addProblem(lines.startLine, `There is another axiom ${JSON.stringify(axiom.name)} for ${axiom.targetType}.`);
  }

  /** Something could not be read. */
  addProblem(line: number, message: string): void {
    this.problems.push({ documentPath: this.documentPath, line, message });
  }

  /** Something is wrong, and was read all the same. */
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
      relationships: [...this.relationships.values()].filter(({ from, to }) => isNamed(from) && isNamed(to)),
      axioms: [...this.axioms.values()],
      problems: [...this.problems].sort((a, b) => a.line - b.line),
    };
  }
}

/** A name of nothing but white space names nothing. */
function isNamed({ type, name }: EntityKey): boolean {
  return type !== '' && name !== '';
}

/** Names an entity in a map. */
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

function united(
  known: Readonly<Record<string, PropertyValue>>,
  further: Readonly<Record<string, PropertyValue>>,
): Readonly<Record<string, PropertyValue>> {
  const both = Object.entries(further).map(([name, value]): [string, PropertyValue] => {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!isList(before) || !isList(value)) return [name, before ?? value];
    const texts = new Map([...before, ...value].map((part) => [JSON.stringify(part), part]));
    return [name, [...texts.values()]];
  });
  return { ...known, ...Object.fromEntries(both) };
}
