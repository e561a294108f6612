import type { EntityKey } from '@lexichord/abstractions';

import { cleanName } from '../clean-text.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { type ReadParameter, parameterTexts, readParameters } from './read-parameters.js';
import { readRequestBody } from './read-request-body.js';
import { readResponses } from './read-responses.js';
import { securityOf, serversOf } from './read-service.js';
import { description, orNothing } from './schema-constraints.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Maximum depth of callbacks in callbacks. */
const deepestCallback = 3;

/** The owner of operations: a path, or a webhook or callback. */
interface PathOwner {
  /** Name after the method: `/pets`, `webhook newPet`, `callback paid of POST /orders`. */
  readonly name: string;
  readonly service: EntityKey;
  readonly depth: number;
  /** The endpoint whose callback this is. */
  readonly caller?: EntityKey | undefined;
  readonly kind?: 'webhook' | 'callback' | undefined;
}

/** Reads every operation of the description, one at a time. */
export function* readEndpoints(facts: ApiFacts, service: EntityKey): Generator<void> {
  const operations = new Map<string, string>();
  for (const [path, item] of facts.document.root.map('paths')?.entries() ?? []) {
    yield* readPath(facts, item, { owner: { name: cleanName(path), service, depth: 0 }, operations });
  }
  for (const [name, item] of facts.document.root.map('webhooks')?.named() ?? []) {
    const owner = { name: `webhook ${cleanName(name)}`, service, depth: 0, kind: 'webhook' } as const;
    yield* readPath(facts, item, { owner, operations });
  }
}

/** The owner of an operation, and the owners of operation ids so far. */
interface PathContext {
  readonly owner: PathOwner;
  readonly operations: Map<string, string>;
}

function* readPath(facts: ApiFacts, item: ApiNode, context: PathContext): Generator<void> {
  const path = facts.resolve(item);
  if (path?.isMap !== true || context.owner.name === '') return;
  // Fields beside a reference to a path also count.
  const parameters = yield* readParameters(facts, path.get('parameters'), context.owner.name);
  for (const method of methods) {
    const listed = path.get(method) ?? item.get(method);
    const operation = listed === undefined ? undefined : facts.resolve(listed);
    if (listed === undefined || operation?.isMap !== true) continue;
    yield* readEndpoint(facts, { method, listed, operation, path, parameters }, context);
  }
}

interface Operation {
  readonly method: string;
  readonly listed: ApiNode;
  /** The operation with references resolved. */
  readonly operation: ApiNode;
  readonly path: ApiNode;
  /** Parameters of the path. */
  readonly parameters: readonly ReadParameter[];
}

function* readEndpoint(facts: ApiFacts, given: Operation, context: PathContext): Generator<void> {
  const { listed, operation } = given;
  const { owner, operations } = context;
  const key = { type: 'Endpoint', name: `${given.method.toUpperCase()} ${owner.name}` };
  facts.collector.addEntity(
    { ...key, aliases: aliasesOf(facts, given, { key, operations }), properties: propertiesOf(facts, given, owner) },
    listed.lines,
  );
  facts.collector.addRelationship({ type: 'has-endpoint', from: owner.service, to: key }, listed.lines);
  if (owner.caller !== undefined) {
    facts.collector.addRelationship(
      { type: 'related-to', from: owner.caller, to: key, properties: { as: 'callback' } },
      listed.lines,
    );
  }
  const own = yield* readParameters(facts, operation.get('parameters'), key.name);
  const parameters = joined(given.parameters, own);
  for (const { key: parameter, listed: place } of parameters) {
    if (parameter === undefined) continue;
    facts.collector.addRelationship({ type: 'has-parameter', from: key, to: parameter }, place.lines);
  }
  yield* readRequestBody(facts, { endpoint: key, operation, parameters });
  const produced = operation.texts('produces');
  const mediaTypes = produced.length > 0 ? produced : facts.document.root.texts('produces');
  const answers = yield* readResponses(facts, {
    endpoint: key,
    responses: operation.map('responses'),
    defaults: { mediaTypes },
  });
  // Lets an agent call the endpoint without its parameters and responses, which may not be in the context.
  const properties = { parameters: orNothing(parameterTexts(facts, parameters)), responses: orNothing(answers) };
  facts.collector.addEntity({ ...key, properties }, listed.lines);
  yield;
  if (owner.depth < deepestCallback) yield* readCallbacks(facts, { operation, endpoint: key }, context);
}

function* readCallbacks(
  facts: ApiFacts,
  { operation, endpoint }: { readonly operation: ApiNode; readonly endpoint: EntityKey },
  { owner, operations }: PathContext,
): Generator<void> {
  for (const [name, listed] of operation.map('callbacks')?.named() ?? []) {
    const paths = facts.resolve(listed)?.entries() ?? [];
    for (const [index, [, item]] of paths.entries()) {
      const suffix = index === 0 ? '' : ` (${index + 1})`;
      const callback: PathOwner = {
        name: `callback ${cleanName(name)}${suffix} of ${endpoint.name}`,
        service: owner.service,
        depth: owner.depth + 1,
        caller: endpoint,
        kind: 'callback',
      };
      yield* readPath(facts, item, { owner: callback, operations });
    }
  }
}

/** An operation's own parameter replaces the path's. */
function joined(ofPath: readonly ReadParameter[], own: readonly ReadParameter[]): readonly ReadParameter[] {
  const identities = new Set(own.map(({ identity }) => identity));
  return [...ofPath.filter(({ identity }) => !identities.has(identity)), ...own];
}

function aliasesOf(
  facts: ApiFacts,
  { operation, listed }: Operation,
  { key, operations }: { readonly key: EntityKey; readonly operations: Map<string, string> },
): readonly string[] {
  const id = cleanName(operation.text('operationId') ?? '');
  if (id === '') return [];
  const other = operations.get(id);
  if (other === undefined) operations.set(id, key.name);
  else {
    const { startLine } = (listed.get('operationId') ?? listed).lines;
    facts.collector.addWarning(startLine, `The operationId ${JSON.stringify(id)} is already used by ${other}.`);
  }
  return [id];
}

function propertiesOf(facts: ApiFacts, { method, operation, path }: Operation, owner: PathOwner) {
  return {
    method: method.toUpperCase(),
    path: owner.kind === undefined ? owner.name : undefined,
    kind: owner.kind,
    summary: operation.text('summary') ?? path.text('summary'),
    description: description(operation) ?? description(path),
    tags: orNothing(operation.texts('tags')),
    deprecated: operation.is('deprecated') || undefined,
    security: securityOf(operation) ?? securityOf(facts.document.root),
    servers: orNothing(serversOf(operation.get('servers') === undefined ? path : operation)),
    consumes: orNothing(operation.texts('consumes')),
    definedIn: operation.definedIn,
  };
}
