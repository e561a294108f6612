import type { EntityKey } from '@lexichord/abstractions';

import { maxFieldDescriptionLength } from '../clean-text.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { addContents, contentsOf } from './read-content.js';
import { type ReadParameter } from './read-parameters.js';
import { constraintText, description, orNothing } from './schema-constraints.js';
import { typeText } from './schema-type.js';

/** An operation with its parameters. */
export interface BodyOwner {
  readonly endpoint: EntityKey;
  readonly operation: ApiNode;
  readonly parameters: readonly ReadParameter[];
}

/** Reads the request of an endpoint: a `requestBody`, or the `body` and `formData` parameters of Swagger 2. */
export function* readRequestBody(facts: ApiFacts, owner: BodyOwner): Generator<void> {
  const listed = owner.operation.get('requestBody');
  if (listed !== undefined) {
    yield* readBody(facts, owner, listed);
    return;
  }
  const body = owner.parameters.find(({ node }) => node.text('in') === 'body');
  if (body !== undefined) yield* readBodyParameter(facts, owner, body.node);
  const fields = owner.parameters.filter(({ node }) => node.text('in') === 'formData');
  if (fields.length > 0) addForm(facts, owner, fields);
}

function* readBody(facts: ApiFacts, { endpoint }: BodyOwner, listed: ApiNode): Generator<void> {
  const body = facts.resolve(listed);
  if (body?.isMap !== true) return;
  const shared = facts.nameOf('RequestBody', listed);
  const types = yield* addContents(facts, contentsOf(facts, body.map('content')), {
    key: endpoint,
    relationship: 'accepts',
    inlineName: `${shared ?? endpoint.name} request body`,
    properties: { required: body.is('required'), description: description(body, maxFieldDescriptionLength) },
  });
  const mediaTypes = (body.map('content')?.named() ?? []).map(([name]) => name);
  const requestBody = [...new Set(types)].join(' | ') || mediaTypes.join(' | ');
  addBodyProperties(facts, endpoint, { requestBody, isRequired: body.is('required'), lines: listed });
}

function* readBodyParameter(facts: ApiFacts, { endpoint, operation }: BodyOwner, body: ApiNode): Generator<void> {
  const schema = body.get('schema');
  if (schema === undefined) return;
  const [requestBody = ''] = yield* addContents(facts, [{ mediaTypes: consumed(facts, operation), schema }], {
    key: endpoint,
    relationship: 'accepts',
    inlineName: `${endpoint.name} request body`,
    properties: { required: body.is('required'), description: description(body, maxFieldDescriptionLength) },
  });
  addBodyProperties(facts, endpoint, { requestBody, isRequired: body.is('required'), lines: body });
}

/** Adds the fields of a form as a schema without a name of its own. */
function addForm(facts: ApiFacts, { endpoint, operation }: BodyOwner, fields: readonly ReadParameter[]): void {
  const key = { type: 'Schema', name: `${endpoint.name} request body` };
  const named = fields.map(({ node }) => ({ name: node.text('name') ?? '', node }));
  const described = named.flatMap(({ name, node }): [string, string][] => {
    const text = description(node, maxFieldDescriptionLength);
    return text === undefined ? [] : [[name, text]];
  });
  const required = named.filter(({ node }) => node.is('required')).map(({ name }) => name);
  const types = named.map(({ name, node }) => [
    name,
    `${typeText(node, facts.schemaReferences)}${constraintText(node)}`,
  ]);
  const { lines } = operation;
  facts.collector.addEntity(
    {
      ...key,
      properties: {
        type: 'object',
        required: orNothing(required),
        fields: Object.fromEntries(types) as Readonly<Record<string, string>>,
        fieldDescriptions: orNothing(Object.fromEntries(described)),
      },
    },
    lines,
  );
  const properties = { mediaTypes: orNothing(consumed(facts, operation)), required: required.length > 0 };
  facts.collector.addRelationship({ type: 'accepts', from: endpoint, to: key, properties }, lines);
  addBodyProperties(facts, endpoint, { requestBody: 'form', isRequired: required.length > 0, lines: operation });
}

function consumed(facts: ApiFacts, operation: ApiNode): readonly string[] {
  const own = operation.texts('consumes');
  return own.length > 0 ? own : facts.document.root.texts('consumes');
}

function addBodyProperties(
  facts: ApiFacts,
  endpoint: EntityKey,
  {
    requestBody,
    isRequired,
    lines,
  }: { readonly requestBody: string; readonly isRequired: boolean; readonly lines: ApiNode },
): void {
  if (requestBody === '') return;
  const properties = { requestBody, requestBodyRequired: isRequired };
  facts.collector.addEntity({ ...endpoint, properties }, lines.lines);
}
