/** A value of a property: any JSON value. */
export type PropertyValue =
  string | number | boolean | null | readonly PropertyValue[] | { readonly [name: string]: PropertyValue };

/** Properties by name. */
export type Properties = Readonly<Record<string, PropertyValue>>;

/** The source lines of a fact. */
export interface FactSource {
  /** Relative to the workspace, forward slashes; for a file outside the workspace, its name. */
  readonly documentPath: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Identifies an entity within a workspace. Both fields are compared exactly. */
export interface EntityKey {
  /** Such as `Endpoint`, `Schema`, `Concept`. */
  readonly type: string;
  readonly name: string;
}

/** A thing with a name and a type, such as an endpoint, a parameter or a term (KG-e §3.2). */
export interface KnowledgeEntity extends EntityKey {
  /** A hash of type, name and workspace: every import of the same entity gives the same id. */
  readonly id: string;
  /** Further names, without repetition. */
  readonly aliases: readonly string[];
  readonly properties: Properties;
  /** Its sources, by path and line: several documents may describe one entity. Never empty. */
  readonly sources: readonly FactSource[];
  /** Milliseconds since the Unix epoch, as all times here. */
  readonly createdMs: number;
  /** Time of its last change. */
  readonly modifiedMs: number;
}

/** A typed link between two stored entities. */
export interface KnowledgeRelationship {
  /** A hash of type and both ends. */
  readonly id: string;
  /** Such as `has-parameter`, `returns`, `depends-on`. */
  readonly type: string;
  readonly fromEntityId: string;
  readonly toEntityId: string;
  readonly properties: Properties;
  readonly sources: readonly FactSource[];
  /** Start of its validity. */
  readonly validFromMs: number;
  /** End of its validity, exclusive; absent: it is valid. */
  readonly validUntilMs?: number | undefined;
}

/** A version of an entity: a change closes the previous version and keeps it. */
export interface EntityVersion extends KnowledgeEntity {
  readonly validFromMs: number;
  /** Exclusive; absent for the valid version. */
  readonly validUntilMs?: number | undefined;
}

/** The statement of one document about an entity. */
export interface EntityStatement extends EntityKey {
  readonly aliases?: readonly string[] | undefined;
  readonly properties?: Properties | undefined;
  readonly source: FactSource;
}

/** The statement of one document about two entities. */
export interface RelationshipStatement {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  readonly properties?: Properties | undefined;
  readonly source: FactSource;
}
