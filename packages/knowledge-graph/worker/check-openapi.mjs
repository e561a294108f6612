// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { Validator } from '@seriousme/openapi-schema-validator';
import { readableMistakes } from './readable-mistakes.mjs';

/** Maximum number of mistakes; further ones are of no use. */
const maxMistakes = 100;

const versions = ['2.0', '3.0', '3.1', '3.2'];

/** Sections of named parts, each of which is valid or invalid by itself. */
const namedParts = [
  ['definitions'],
  ['parameters'],
  ['responses'],
  ['securityDefinitions'],
  ...[
    'schemas',
    'responses',
    'parameters',
    'examples',
    'requestBodies',
    'headers',
    'securitySchemes',
    'links',
    'callbacks',
    'pathItems',
  ].map((name) => ['components', name]),
];

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

// Each compiles a schema once. The first one quickly finds whether there is any error.
const firstMistake = new Validator();
const allMistakes = new Validator({ allErrors: true, verbose: true });

/** @typedef {{ [key: string]: unknown }} Data */

/**
 * Checks a description by the schema of its version: returns a few mistakes for each operation and component, not the
 * hundreds of errors that one of them causes.
 *
 * @param {unknown} data
 * @returns {import('./reading-task.mjs').SchemaMistake[]}
 */
export function checkOpenApi(data) {
  if (!isData(data)) return [{ path: [], message: 'An API description is a map.' }];
  const given = typeof data.swagger === 'string' ? data.swagger : data.openapi;
  const version = versions.find((known) => typeof given === 'string' && given.startsWith(known));
  if (version === undefined) {
    const key = Object.hasOwn(data, 'swagger') ? 'swagger' : 'openapi';
    return [
      { path: [key], message: `"${key}" is the version as a text: swagger: "2.0", or openapi: "3.0.x" to "3.2.x".` },
    ];
  }
  if (firstMistake.getAjvValidator(version)(data)) return [];

  const validate = allMistakes.getAjvValidator(version);
  /** @type {import('./reading-task.mjs').SchemaMistake[]} */
  const mistakes = [];
  for (const document of unitsOf(data)) {
    if (validate(document)) continue;
    for (const mistake of readableMistakes(validate.errors ?? [])) {
      if (isSaid(mistakes.at(-1), mistake)) continue;
      if (mistakes.length === maxMistakes) {
        const message = `There are more than ${maxMistakes} mistakes; the others are not listed.`;
        return [...mistakes, { path: mistake.path, message }];
      }
      mistakes.push(mistake);
    }
  }
  return mistakes;
}

/**
 * Minimal documents with one part each, so that a mistake causes few errors.
 *
 * @param {Data} data
 * @returns {Generator<Data>}
 */
function* unitsOf(data) {
  const frame = typeof data.swagger === 'string' ? { swagger: data.swagger } : { openapi: data.openapi };
  const minimal = { ...frame, info: { title: '', version: '' }, paths: {} };
  yield withoutParts(data);
  for (const name of ['paths', 'webhooks']) {
    for (const [key, item] of entriesOf(data[name])) {
      for (const part of partsOfPath(item)) yield { ...minimal, [name]: { [key]: part } };
    }
  }
  for (const [first = '', second] of namedParts) {
    const owner = second === undefined ? data : data[first];
    for (const [key, value] of entriesOf(isData(owner) ? owner[second ?? first] : undefined)) {
      const part = { [second ?? first]: { [key]: value } };
      yield second === undefined ? { ...minimal, ...part } : { ...minimal, [first]: part };
    }
  }
}

/**
 * A path without its operations, then each operation separately.
 *
 * @param {unknown} item
 * @returns {Generator<unknown>}
 */
function* partsOfPath(item) {
  if (!isData(item)) {
    yield item;
    return;
  }
  const isOperation = (/** @type {string} */ key) => methods.includes(key);
  const entries = Object.entries(item);
  yield Object.fromEntries(entries.filter(([key]) => !isOperation(key)));
  for (const [key, operation] of entries.filter(([key]) => isOperation(key))) yield { [key]: operation };
}

/** @param {Data} data */
function withoutParts(data) {
  /** @type {Data} */
  const rest = { ...data };
  for (const name of ['paths', 'webhooks']) if (isData(rest[name])) rest[name] = {};
  const components = isData(rest.components) ? { ...rest.components } : undefined;
  for (const [first = '', second] of namedParts) {
    const owner = second === undefined ? rest : components;
    if (owner !== undefined && isData(owner[second ?? first])) owner[second ?? first] = {};
  }
  return components === undefined ? rest : { ...rest, components };
}

/**
 * Whether a mistake repeats the last one: a mistake in the key of a path is found with each of its operations.
 *
 * @param {import('./reading-task.mjs').SchemaMistake | undefined} last
 * @param {import('./reading-task.mjs').SchemaMistake} next
 */
function isSaid(last, next) {
  return last?.message === next.message && last.path.join('/') === next.path.join('/');
}

/**
 * @param {unknown} value
 * @returns {[string, unknown][]}
 */
function entriesOf(value) {
  return isData(value) ? Object.entries(value) : [];
}

/**
 * @param {unknown} value
 * @returns {value is Data}
 */
function isData(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
