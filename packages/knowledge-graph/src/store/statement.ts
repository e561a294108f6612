import type { Axiom, FactSource, KnowledgeEntity, KnowledgeRelationship, Properties } from '@lexichord/abstractions';

/** The content of a statement about an entity, without its lines. */
export interface EntityContent {
  readonly type: string;
  readonly name: string;
  /** Without repetition, and without the name. */
  readonly aliases: readonly string[];
  readonly properties: Properties;
}

/** The content of a statement about a relationship. */
export interface RelationshipContent {
  readonly type: string;
  readonly fromEntityId: string;
  readonly toEntityId: string;
  readonly properties: Properties;
}

/** The content of a statement about a rule. */
export type AxiomContent = Omit<Axiom, 'id' | 'source'>;

interface Stated<Kind extends string, Content> {
  readonly kind: Kind;
  /** Id of the fact. */
  readonly id: string;
  readonly documentPath: string;
  /** All sources in this document, by line. Never empty. */
  readonly sources: readonly FactSource[];
  readonly content: Content;
}

export type StatedEntity = Stated<'entity', EntityContent>;
export type StatedRelationship = Stated<'relationship', RelationshipContent>;
export type StatedAxiom = Stated<'axiom', AxiomContent>;

/** All statements of one document of a change about one thing. */
export type StatedFact = StatedEntity | StatedRelationship | StatedAxiom;

/** The kinds of facts. */
export type FactKind = StatedFact['kind'];

interface Known<Kind extends FactKind, Fact> {
  readonly kind: Kind;
  readonly documentPath: string;
  /** All sources in this document, by line. Never empty. */
  readonly sources: readonly FactSource[];
  /** Start of the time for which its fact has been known without a gap, in any document. */
  readonly createdMs: number;
  readonly validFromMs: number;
  /** Exclusive; absent while the statement holds. */
  readonly validUntilMs?: number | undefined;
  /** The fact, if no other document states it. */
  readonly fact: Fact;
}

/** A present or past statement of one document about one thing, as it is stored. */
export type Statement =
  Known<'entity', KnowledgeEntity> | Known<'relationship', KnowledgeRelationship> | Known<'axiom', Axiom>;

/** Statements of one kind. */
export type StatementOf<Kind extends FactKind> = Statement & { readonly kind: Kind };

/** The period for which a statement holds. */
export type Validity = Pick<Statement, 'createdMs' | 'validFromMs' | 'validUntilMs'>;

/** Creates a statement that is valid for a period. */
export function toStatement(stated: StatedFact, { createdMs, validFromMs, validUntilMs }: Validity): Statement {
  const { id, documentPath, sources } = stated;
  const [source = { documentPath, startLine: 1, endLine: 1 }] = sources;
  switch (stated.kind) {
    case 'entity': {
      const { type, name, aliases, properties } = stated.content;
      const fact = { id, type, name, aliases, properties, sources, createdMs, modifiedMs: validFromMs };
      return { kind: 'entity', documentPath, sources, createdMs, validFromMs, validUntilMs, fact };
    }
    case 'relationship': {
      const { type, fromEntityId, toEntityId, properties } = stated.content;
      const fact = { id, type, fromEntityId, toEntityId, properties, sources, validFromMs: createdMs };
      return { kind: 'relationship', documentPath, sources, createdMs, validFromMs, validUntilMs, fact };
    }
    case 'axiom': {
      const { name, targetType, description, condition, severity, isEnabled } = stated.content;
      const fact = { id, name, targetType, description, condition, severity, isEnabled, source };
      return { kind: 'axiom', documentPath, sources, createdMs, validFromMs, validUntilMs, fact };
    }
  }
}

/** Converts a stored statement to one of a change. */
export function toStated({ kind, documentPath, sources, fact }: Statement): StatedFact {
  return { kind, id: fact.id, documentPath, sources, content: fact } as StatedFact;
}
