import type { EntityKey } from '@lexichord/abstractions';

import { maxFieldDescriptionLength, shortened } from '../clean-text.js';
import type { Lines } from '../fact-collector.js';
import type { ApiFacts, NamedComponent } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { componentsOf } from './component-names.js';
import { constraintProperties, description, orNothing } from './schema-constraints.js';
import type { SchemaReference, SchemaShape } from './schema-shape.js';
import { typeText } from './schema-type.js';

/** Maximum number of fields that a relationship names. */
const maxNamedFields = 20;

/** Maximum length of a title, in UTF-16 units; longer ones are descriptions. */
const maxTitleLength = 80;

/** Reads the schema components, in small portions that the caller can yield between. */
export function* readSchemas(facts: ApiFacts): Generator<void> {
  for (const { name, node } of componentsOf(facts.document.root, 'Schema')) {
    facts.markRead(name);
    readSchema(facts, { key: { type: 'Schema', name }, node });
    yield;
  }
}

/** Reads the referenced schemas of other files. */
export function* readSchemasBeside(facts: ApiFacts): Generator<void> {
  for (let next = facts.next(); next !== undefined; next = facts.next()) {
    readSchema(facts, next);
    yield;
  }
}

/** Reads a named schema. */
function readSchema(facts: ApiFacts, { key, node }: NamedComponent): void {
  const other = facts.schemaAt(node);
  if (other !== undefined && other.name !== key.name) {
    // A second name for another schema.
    facts.collector.addEntity({ ...key, properties: { type: other.name, description: description(node) } }, node.lines);
    facts.collector.addRelationship({ type: 'refers-to', from: key, to: other }, node.lines);
    return;
  }
  const schema = facts.resolve(node);
  if (schema === undefined) facts.collector.addEntity(key, node.lines);
  else addSchema(facts, key, { schema, lines: node.lines });
}

/** Adds a schema as an entity, with its fields and its references. */
export function addSchema(
  facts: ApiFacts,
  key: EntityKey,
  { schema, lines, shape }: { readonly schema: ApiNode; readonly lines: Lines; readonly shape?: SchemaShape },
): void {
  const known = shape ?? facts.shapeOf(schema);
  const title = schema.text('title');
  facts.collector.addEntity(
    {
      ...key,
      aliases: title !== undefined && title.length <= maxTitleLength ? [title.replace(/\s+/gu, ' ')] : [],
      properties: {
        type: typeText(schema, facts.schemaReferences),
        title,
        description: description(schema),
        deprecated: schema.is('deprecated') || undefined,
        definedIn: schema.definedIn,
        ...fieldProperties(known),
        ...constraintProperties(schema),
        discriminator: schema.map('discriminator')?.text('propertyName') ?? schema.text('discriminator'),
      },
    },
    lines,
  );
  for (const { to, role, fields } of targetsOf(facts, known)) {
    const properties = { as: role, fields: orNothing([...fields].slice(0, maxNamedFields)) };
    facts.collector.addRelationship({ type: 'refers-to', from: key, to, properties }, lines);
  }
}

/** A named schema that another one refers to, once or repeatedly. */
interface SchemaTarget {
  readonly to: EntityKey;
  readonly fields: Set<string>;
  role: SchemaReference['role'];
}

function targetsOf(facts: ApiFacts, { references }: SchemaShape): Iterable<SchemaTarget> {
  const targets = new Map<string, SchemaTarget>();
  for (const { node, field, role } of references) {
    const to = facts.schemaAt(node);
    if (to === undefined) continue;
    const target = targets.get(to.name) ?? { to, role, fields: new Set() };
    targets.set(to.name, target);
    target.role ??= role;
    if (field !== undefined) target.fields.add(field);
  }
  return targets.values();
}

function fieldProperties({ fields, moreFields, parents }: SchemaShape) {
  const described = fields.flatMap(({ path, description: text }): [string, string][] =>
    text === undefined ? [] : [[path, shortened(text, maxFieldDescriptionLength)]],
  );
  return {
    extends: orNothing([...new Set(parents)]),
    required: orNothing(fields.filter(({ isRequired }) => isRequired).map(({ path }) => path)),
    fields: orNothing(Object.fromEntries(fields.map(({ path, type }) => [path, type]))),
    fieldDescriptions: orNothing(Object.fromEntries(described)),
    moreFields: moreFields === 0 ? undefined : moreFields,
  };
}
