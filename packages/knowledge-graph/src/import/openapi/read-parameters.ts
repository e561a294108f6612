import type { EntityKey } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import { cleanName } from '../clean-text.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { componentsOf } from './component-names.js';
import { constraintProperties, description } from './schema-constraints.js';
import { typeText } from './schema-type.js';

/** A parameter of an endpoint. */
export interface ReadParameter {
  /** `undefined` for a body: a parameter in Swagger 2 only. */
  readonly key?: EntityKey | undefined;
  /** Identity by name and location: an operation's parameter replaces the path's with the same one. */
  readonly identity: string;
  /** The parameter with references resolved. */
  readonly node: ApiNode;
  /** The node in the list, which may be a reference. */
  readonly listed: ApiNode;
}

/** Parameter locations of Swagger 2 that are a request body in OpenAPI 3. */
export const bodyLocations: ReadonlySet<string | undefined> = new Set(['body', 'formData']);

/** Reads the parameters that are components. */
export function* readSharedParameters(facts: ApiFacts): Generator<void> {
  for (const { name, node } of componentsOf(facts.document.root, 'Parameter')) {
    const parameter = facts.resolve(node);
    if (parameter === undefined || bodyLocations.has(parameter.text('in'))) continue;
    addParameter(facts, { type: 'Parameter', name }, { parameter, listed: node });
    yield;
  }
}

/**
 * Reads the parameters of a path or of an operation.
 *
 * @param owner prefix of the names of parameters that are not components: `GET /pets limit in query`
 */
export function* readParameters(
  facts: ApiFacts,
  list: ApiNode | undefined,
  owner: string,
): Generator<void, readonly ReadParameter[]> {
  const read: ReadParameter[] = [];
  for (const listed of list?.items() ?? []) {
    const node = facts.resolve(listed);
    const [name, place] = [cleanName(node?.text('name') ?? ''), cleanName(node?.text('in') ?? '')];
    if (node === undefined || name === '') continue;
    const identity = JSON.stringify([name, place]);
    if (bodyLocations.has(place)) {
      read.push({ identity, node, listed });
      continue;
    }
    const shared = facts.nameOf('Parameter', listed);
    const key = { type: 'Parameter', name: shared ?? `${owner} ${place === '' ? name : `${name} in ${place}`}` };
    if (!facts.collector.hasEntity(key)) addParameter(facts, key, { parameter: node, listed });
    read.push({ key, identity, node, listed });
    yield;
  }
  return read;
}

/**
 * Short texts of parameters, such as `query, integer, 1 to 100, required`, by name; if a name is repeated, by name and
 * location.
 */
export function parameterTexts(
  facts: ApiFacts,
  parameters: readonly ReadParameter[],
): Readonly<Record<string, string>> {
  const named = parameters
    .filter(({ key }) => key !== undefined)
    .map(({ node }) => ({
      node,
      name: cleanName(node.text('name') ?? ''),
      location: cleanName(node.text('in') ?? ''),
    }));
  const ofName = groupBy(named, ({ name }) => name);
  const texts = named.map(({ node, name, location }): readonly [string, string] => {
    const type = typeText(schemaOf(facts, node) ?? node, facts.schemaReferences);
    const parts = [location, type, node.is('required') ? 'required' : ''];
    const isAlone = ofName.get(name)?.length === 1 || location === '';
    return [isAlone ? name : `${name} in ${location}`, parts.filter((part) => part !== '').join(', ')];
  });
  return Object.fromEntries(texts);
}

function addParameter(
  facts: ApiFacts,
  key: EntityKey,
  { parameter, listed }: { readonly parameter: ApiNode; readonly listed: ApiNode },
): void {
  const schema = schemaOf(facts, parameter);
  const node = schema === undefined ? undefined : facts.resolve(schema);
  const { lines } = listed;
  facts.collector.addEntity(
    {
      ...key,
      aliases: [cleanName(parameter.text('name') ?? '')],
      properties: {
        name: parameter.text('name'),
        in: parameter.text('in'),
        required: parameter.is('required'),
        type: typeText(schema ?? parameter, facts.schemaReferences),
        description: description(parameter) ?? (node === undefined ? undefined : description(node)),
        deprecated: parameter.is('deprecated') || undefined,
        definedIn: parameter.definedIn,
        // Swagger 2 puts type constraints on the parameter itself, OpenAPI 3 in a schema.
        ...(node === undefined ? constraintProperties(parameter) : constraintProperties(node)),
      },
    },
    lines,
  );
  if (schema === undefined) return;
  for (const { node: reference } of facts.shapeOf(schema).references) {
    const to = facts.schemaAt(reference);
    if (to !== undefined) facts.collector.addRelationship({ type: 'has-schema', from: key, to }, lines);
  }
}

function schemaOf(facts: ApiFacts, parameter: ApiNode): ApiNode | undefined {
  const schema = parameter.get('schema');
  if (schema !== undefined) return schema;
  const [first] = parameter.map('content')?.named() ?? [];
  return first === undefined ? undefined : facts.resolve(first[1])?.get('schema');
}
