import type { EntityKey } from '@lexichord/abstractions';

import type { SomeProperties } from '../fact-collector.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { orNothing } from './schema-constraints.js';
import { addSchema } from './read-schemas.js';
import { typeText } from './schema-type.js';

/** A body with one or several media types. */
export interface Content {
  readonly mediaTypes: readonly string[];
  readonly schema: ApiNode;
}

/** The owner of a body, and the name of a schema that has none. */
export interface ContentOwner {
  readonly key: EntityKey;
  readonly relationship: 'accepts' | 'has-schema';
  /** For example `POST /pets request body`. */
  readonly inlineName: string;
  /** Properties of the relationship. */
  readonly properties?: SomeProperties | undefined;
}

/** The schemas of a `content` map; media types with the same schema are merged. */
export function contentsOf(facts: ApiFacts, content: ApiNode | undefined): readonly Content[] {
  const list = content?.named() ?? [];
  const contents = new Map<unknown, { readonly mediaTypes: string[]; readonly schema: ApiNode }>();
  for (const [mediaType, node] of list) {
    const media = facts.resolve(node);
    const schema = media?.get('schema') ?? media?.get('itemSchema');
    if (schema === undefined) continue;
    const isAlone = list.length === 1;
    const identity = isAlone ? '' : (facts.document.locationOf(schema) ?? JSON.stringify(schema.value));
    const cached = contents.get(identity);
    if (cached === undefined) contents.set(identity, { mediaTypes: [mediaType], schema });
    else cached.mediaTypes.push(mediaType);
  }
  return [...contents.values()];
}

/**
 * Adds the schemas of bodies. A schema with fields of its own becomes an entity; one that only combines named ones,
 * such as a list of them, does not.
 *
 * @returns the types of the bodies as short texts
 */
export function* addContents(
  facts: ApiFacts,
  contents: readonly Content[],
  owner: ContentOwner,
): Generator<void, readonly string[]> {
  const types: string[] = [];
  let inline = 0;
  for (const { schema, mediaTypes } of contents) {
    const type = typeText(schema, facts.schemaReferences);
    types.push(type);
    yield;
    const relate = (to: EntityKey): void => {
      const properties = {
        type: type === to.name ? undefined : type,
        mediaTypes: orNothing(mediaTypes),
        ...owner.properties,
      };
      facts.collector.addRelationship({ type: owner.relationship, from: owner.key, to, properties }, schema.lines);
    };
    const shape = facts.shapeOf(schema);
    if (shape.fields.length === 0) {
      for (const { node } of shape.references) {
        const to = facts.schemaAt(node);
        if (to !== undefined) relate(to);
      }
      continue;
    }
    inline += 1;
    const name = inline === 1 ? owner.inlineName : `${owner.inlineName} (${mediaTypes[0] ?? String(inline)})`;
    const key = { type: 'Schema', name };
    addSchema(facts, key, { schema: facts.resolve(schema) ?? schema, lines: schema.lines, shape });
    relate(key);
  }
  return types;
}
