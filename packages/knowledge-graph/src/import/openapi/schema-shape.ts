import type { ApiNode } from './api-node.js';
import { constraintText } from './schema-constraints.js';
import { type SchemaReferences, typeText, typesOf } from './schema-type.js';

/** Maximum depth of objects in objects whose fields are listed. */
const deepestField = 5;

/** Maximum number of listed fields of one schema; further ones are counted. */
const maxFields = 400;

/** Maximum number of visits for one schema: references can lead to the same schemas in exponentially many ways. */
const maxVisitsOfOne = 100_000;

/** Maximum depth of schemas nested as parts of parts. */
const maxPartDepth = 200;

/** A field of a schema; fields of inner objects are named like `address.street`, `lines[].price`. */
export interface SchemaField {
  readonly path: string;
  /** Type and bounds as a short text. */
  readonly type: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** The fields of a schema, without those of other named schemas. */
export interface SchemaShape {
  readonly fields: readonly SchemaField[];
  /** Number of fields beyond the maximum. */
  readonly moreFields: number;
  /** Names of the schemas that it extends. */
  readonly parents: readonly string[];
  /** References to named schemas, with their field or role. */
  readonly references: readonly SchemaReference[];
  /** Number of visited schemas; long lists of names count in addition. */
  readonly visits: number;
  /** Whether some parts could not be visited. */
  readonly isCut: boolean;
}

/** A reference to a named schema. */
export interface SchemaReference {
  readonly node: ApiNode;
  /** Path of the field; absent: the schema as a whole refers to it. */
  readonly field?: string | undefined;
  /** Role of a reference that is not by a field: parent, alternative, type of items or of values. */
  readonly role?: 'extends' | 'alternative' | 'items' | 'values' | undefined;
}

/** Walks a schema up to references to named ones. @param visitsLeft may lower the maximum number of visits */
export function schemaShape(schema: ApiNode, references: SchemaReferences, visitsLeft = maxVisitsOfOne): SchemaShape {
  const walk = new SchemaWalk(references, Math.min(maxVisitsOfOne, visitsLeft));
  walk.visit(schema, { path: '', depth: 0, role: undefined, isOptional: false });
  return walk;
}

interface VisitContext {
  /** Path of the field that the schema describes; '' is the schema itself. */
  readonly path: string;
  readonly depth: number;
  readonly role: SchemaReference['role'];
  /** Whether fields belong to one alternative of several. */
  readonly isOptional: boolean;
}

class SchemaWalk implements SchemaShape {
  readonly fields: SchemaField[] = [];
  readonly parents: string[] = [];
  readonly references: SchemaReference[] = [];
  moreFields = 0;
  visits = 0;
  isCut = false;
  /** Schemas on the current path, so that recursive ones end. */
  private readonly open = new Set<unknown>();
  private readonly paths = new Set<string>();

  constructor(
    private readonly names: SchemaReferences,
    private readonly maxVisits: number,
  ) {}

  visit(schema: ApiNode, context: VisitContext): void {
    if (this.visits >= this.maxVisits || this.open.size === maxPartDepth) {
      this.isCut = true;
      return;
    }
    this.visits += 1;
    const name = this.names.nameOf(schema);
    if (name !== undefined) {
      this.refer(schema, name, context);
      return;
    }
    const node = this.names.resolve(schema);
    if (node?.isMap !== true || this.open.has(node.value) || context.depth > deepestField) return;
    this.open.add(node.value);
    this.visitFields(node, context);
    this.visitParts(node, context);
    this.open.delete(node.value);
  }

  private refer(node: ApiNode, name: string, { path, role }: VisitContext): void {
    if (path !== '') this.references.push({ node, field: path });
    else {
      this.references.push({ node, role });
      if (role === 'extends') this.parents.push(name);
    }
  }

  private visitFields(node: ApiNode, { path, depth, isOptional }: VisitContext): void {
    const required = new Set(node.texts('required'));
    this.visits += required.size;
    for (const [key, field] of node.get('properties')?.named() ?? []) {
      const fieldPath = path === '' ? key : `${path}.${key}`;
      this.addField(fieldPath, field, required.has(key) && !isOptional);
      this.visit(field, { path: fieldPath, depth: depth + 1, role: undefined, isOptional });
    }
  }

  private addField(path: string, field: ApiNode, isRequired: boolean): void {
    if (this.paths.has(path)) return;
    if (this.fields.length === maxFields) {
      this.moreFields += 1;
      return;
    }
    this.paths.add(path);
    const node = this.names.resolve(field) ?? field;
    const type = `${typeText(field, this.names)}${constraintText(node)}`;
    // Keys beside a reference describe the field, those at its target describe the schema.
    const isNamed = this.names.nameOf(field) !== undefined;
    this.fields.push({ path, type, description: (isNamed ? field : node).text('description'), isRequired });
  }

  private visitParts(node: ApiNode, context: VisitContext): void {
    const { path, depth } = context;
    for (const part of node.get('allOf')?.items() ?? []) this.visit(part, { ...context, role: 'extends' });
    for (const key of ['oneOf', 'anyOf']) {
      const parts = node.get(key)?.items() ?? [];
      for (const part of parts) this.visit(part, { ...context, role: 'alternative', isOptional: true });
    }
    const types = typesOf(node);
    this.visits += types.length - 1;
    const listed = types.includes('array') || node.get('items') !== undefined;
    const inner = { path: listed ? `${path}[]` : path, depth: depth + 1, isOptional: context.isOptional };
    const items = [node.get('items'), ...(node.get('prefixItems')?.items() ?? [])];
    for (const item of items) {
      if (item !== undefined) this.visit(item, { ...inner, path: path === '' ? '' : inner.path, role: 'items' });
    }
    const values = node.get('additionalProperties');
    if (values?.isMap === true) {
      this.visit(values, { ...inner, path: path === '' ? '' : `${path}.*`, role: 'values' });
    }
  }
}
