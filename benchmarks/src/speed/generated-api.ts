import { pick, type Random, wholeNumber } from '../seeded-random.js';
import { nouns, sentence, verbs } from './generated-code.js';

/**
 * A description of an API (OpenAPI 3.0, JSON) with so many operations. Each has three parameters, an answer and an error,
 * and every other one a body; schemas are as many as operations, and refer to each other.
 *
 * @param title is part of the names of paths and schemas, so that descriptions do not share them
 */
export function generatedApi(title: string, operations: number, random: Random): string {
  const schemaNames = Array.from({ length: operations }, (_unused, index) => `${title}${noun(random)}${index}`);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [index, schema] of schemaNames.entries()) {
    const [one, other] = [pick(random, nouns), pick(random, nouns)];
    const method = pick(random, ['get', 'post', 'put', 'delete'] as const);
    const path = `/${title}/${one}s${index}/{${other}Id}`;
    paths[path] = {
      [method]: operation({ id: `${pick(random, verbs)}${noun(random)}${index}`, other, schema }, random),
    };
  }
  const schemas = Object.fromEntries(schemaNames.map((name) => [name, schemaOf(schemaNames, random)]));
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1.0.0', description: sentence(random) },
    paths,
    components: { schemas },
  });
}

function operation(
  { id, other, schema }: { readonly id: string; readonly other: string; readonly schema: string },
  random: Random,
): unknown {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  const string = { type: 'string' };
  return {
    operationId: id,
    summary: `${pick(random, verbs)} the ${pick(random, nouns)} of a ${pick(random, nouns)}`,
    description: `${sentence(random)} ${sentence(random)}`,
    tags: [pick(random, nouns)],
    parameters: [
      { name: `${other}Id`, in: 'path', required: true, schema: string, description: sentence(random) },
      { name: pick(random, nouns), in: 'query', schema: string, description: sentence(random) },
      { name: `limit`, in: 'query', schema: { type: 'integer', minimum: 1, maximum: wholeNumber(random, 10, 900) } },
    ],
    ...(random() < 0.5 ? { requestBody: { content } } : {}),
    responses: {
      200: { description: sentence(random), content },
      404: { description: `No such ${pick(random, nouns)}.` },
    },
  };
}

function schemaOf(names: readonly string[], random: Random): unknown {
  const other = names[wholeNumber(random, 0, names.length)] ?? '';
  const fields = Array.from({ length: wholeNumber(random, 2, 7) }, (): readonly [string, unknown] => [
    `${pick(random, nouns)}${noun(random)}`,
    { type: pick(random, ['string', 'integer', 'boolean']), description: sentence(random) },
  ]);
  return {
    type: 'object',
    description: sentence(random),
    properties: { ...Object.fromEntries(fields), [pick(random, nouns)]: { $ref: `#/components/schemas/${other}` } },
  };
}

function noun(random: Random): string {
  const word = pick(random, nouns);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
