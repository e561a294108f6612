import type { EntityKey } from '@lexichord/abstractions';

import { cleanName, maxFieldDescriptionLength, shortened } from '../clean-text.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { componentsOf } from './component-names.js';
import { type Content, addContents, contentsOf } from './read-content.js';
import { description, orNothing } from './schema-constraints.js';
import { typeText } from './schema-type.js';

/** Maximum length of the description that replaces the type of a response without a body, in UTF-16 units. */
const maxAnswerLength = 80;

/** Content types of responses that have none. */
export interface ResponseDefaults {
  /** `produces` of Swagger 2. */
  readonly mediaTypes: readonly string[];
}

/** Reads the responses that are components. */
export function* readSharedResponses(facts: ApiFacts, defaults: ResponseDefaults): Generator<void> {
  for (const { name, node } of componentsOf(facts.document.root, 'Response')) {
    const response = facts.resolve(node);
    if (response === undefined) continue;
    yield* addResponse(facts, { type: 'Response', name }, { response, listed: node, defaults });
  }
}

/**
 * Reads the responses of an endpoint.
 *
 * @returns the type of each response by status, or its description if it has no type
 */
export function* readResponses(
  facts: ApiFacts,
  {
    endpoint,
    responses,
    defaults,
  }: {
    readonly endpoint: EntityKey;
    readonly responses: ApiNode | undefined;
    readonly defaults: ResponseDefaults;
  },
): Generator<void, Readonly<Record<string, string>>> {
  const answers: (readonly [string, string])[] = [];
  for (const [status, listed] of responses?.entries() ?? []) {
    const response = facts.resolve(listed);
    if (response?.isMap !== true) continue;
    const shared = facts.nameOf('Response', listed);
    const key = { type: 'Response', name: shared ?? `${endpoint.name} ${cleanName(status)}` };
    if (!facts.collector.hasEntity(key)) yield* addResponse(facts, key, { response, listed, status, defaults });
    yield;
    const properties = { status: [cleanName(status)] };
    facts.collector.addRelationship({ type: 'returns', from: endpoint, to: key, properties }, listed.lines);
    answers.push([cleanName(status), answerText(facts, response)]);
  }
  return Object.fromEntries(answers);
}

function answerText(facts: ApiFacts, response: ApiNode): string {
  const schemas = [response.get('schema') ?? contentsOf(facts, response.map('content')).map(({ schema }) => schema)];
  const types = schemas.flat().map((schema) => typeText(schema, facts.schemaReferences));
  return types.length > 0 ? [...new Set(types)].join(' | ') : (description(response, maxAnswerLength) ?? 'nothing');
}

interface GivenResponse {
  readonly response: ApiNode;
  readonly listed: ApiNode;
  readonly defaults: ResponseDefaults;
  /** Status of a response that is not a component. */
  readonly status?: string | undefined;
}

function* addResponse(
  facts: ApiFacts,
  key: EntityKey,
  { response, listed, status, defaults }: GivenResponse,
): Generator<void> {
  const schema = response.get('schema');
  const contents: readonly Content[] =
    schema === undefined ? contentsOf(facts, response.map('content')) : [{ mediaTypes: defaults.mediaTypes, schema }];
  const types = yield* addContents(facts, contents, {
    key,
    relationship: 'has-schema',
    inlineName: `${key.name} body`,
  });
  const mediaTypes = response.map('content')?.named() ?? [];
  facts.collector.addEntity(
    {
      ...key,
      properties: {
        status: status === undefined ? undefined : cleanName(status),
        description: description(response),
        type: orNothing([...new Set(types)].join(' | ')) || undefined,
        mediaTypes: orNothing(schema === undefined ? mediaTypes.map(([name]) => name) : defaults.mediaTypes),
        headers: orNothing(Object.fromEntries(headersOf(facts, response))),
        definedIn: response.definedIn,
      },
    },
    listed.lines,
  );
}

/** Headers with their types and descriptions. */
function headersOf(facts: ApiFacts, response: ApiNode): readonly (readonly [string, string])[] {
  return (response.map('headers')?.named() ?? []).map(([name, listed]) => {
    const header = facts.resolve(listed);
    if (header === undefined) return [name, 'unknown'];
    const type = typeText(header.get('schema') ?? header, facts.schemaReferences);
    const text = description(header, maxFieldDescriptionLength);
    return [name, shortened(text === undefined ? type : `${type}: ${text}`, maxFieldDescriptionLength)];
  });
}
