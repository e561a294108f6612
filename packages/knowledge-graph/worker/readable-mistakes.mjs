// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.

/** Maximum number of mistakes of one operation or component. */
const maxMistakes = 3;

const composites = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not']);
const unknownKeys = new Set(['additionalProperties', 'unevaluatedProperties']);

/** @type {ReadonlySet<unknown>} */
const parameterLocations = new Set(['body', 'formData', 'query', 'path', 'header', 'cookie', 'querystring']);

/** @typedef {{ instancePath: string, keyword: string, message?: string, params: Record<string, unknown>, data?: unknown }} SchemaError */

/**
 * Selects a few sentences from the errors of a schema: an alternative that was not meant causes errors of its own, and
 * so do the parts around the mistake.
 *
 * @param {readonly SchemaError[]} errors
 * @returns {import('./reading-task.mjs').SchemaMistake[]}
 */
export function readableMistakes(errors) {
  const chosen = relevantErrors(errors);
  /** @type {Map<string, SchemaError[]>} */
  const byPointer = new Map();
  for (const error of chosen) {
    const group = byPointer.get(error.instancePath);
    if (group === undefined) byPointer.set(error.instancePath, [error]);
    else group.push(error);
  }
  return [...byPointer].slice(0, maxMistakes).map(([pointer, there]) => {
    const path = keysOf(pointer);
    return { path: [...path, ...blamedKey(there)], message: sentence(path, there) };
  });
}

/** @param {readonly SchemaError[]} errors */
function relevantErrors(errors) {
  // A reference would be valid at most locations; its absence is not the mistake.
  const leaves = errors.filter((error) => {
    return !composites.has(error.keyword) && error.params.missingProperty !== '$ref' && !isOtherAlternative(error);
  });
  const pointers = errors.filter(({ keyword }) => composites.has(keyword)).map(({ instancePath }) => instancePath);
  const kept = leaves.filter(({ instancePath, keyword }) => {
    if (!pointers.some((place) => isWithin(instancePath, place))) return true;
    const isShort = leaves.some((other) => other.instancePath === instancePath && other.keyword === 'required');
    if (unknownKeys.has(keyword) && isShort) return false;
    // Of several alternatives, the one that matches deepest was meant.
    return !leaves.some((other) => other.instancePath !== instancePath && isWithin(other.instancePath, instancePath));
  });
  return kept.length > 0 ? kept : errors.slice(0, 1);
}

/**
 * Whether an error is of another alternative: the parameter locations are alternatives, and all but one of them reject
 * a location.
 *
 * @param {SchemaError} error
 */
function isOtherAlternative({ instancePath, keyword, data }) {
  return keyword === 'enum' && instancePath.endsWith('/in') && parameterLocations.has(data);
}

/**
 * @param {string} pointer
 * @param {string} ancestor
 */
function isWithin(pointer, ancestor) {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/**
 * The unexpected key, so that its line is reported.
 *
 * @param {readonly SchemaError[]} errors
 */
function blamedKey(errors) {
  const key = errors.flatMap(({ params }) => [params.additionalProperty, params.unevaluatedProperty]).find(isText);
  return key === undefined ? [] : [key];
}

/**
 * @param {readonly string[]} path
 * @param {readonly SchemaError[]} errors
 */
function sentence(path, errors) {
  const location = path.length === 0 ? 'The document' : shown(path.slice(-3).join(' › '));
  const unknown = errors.filter(({ keyword }) => unknownKeys.has(keyword));
  if (unknown.length > 0) {
    const names = unknown.map(({ params }) => params.additionalProperty ?? params.unevaluatedProperty);
    return `${location} cannot have ${listOf(names, 'and')} here.`;
  }
  const allowed = errors.flatMap(({ params }) =>
    'allowedValue' in params ? [params.allowedValue] : listed(params.allowedValues),
  );
  if (allowed.length > 0) return `${location} has to be ${listOf(allowed, 'or')}.`;
  const types = errors.filter(({ keyword }) => keyword === 'type').flatMap(({ params }) => listed(params.type));
  if (types.length > 0) return `${location} has to be of type ${[...new Set(types)].join(' or ')}.`;
  const missing = errors.flatMap(({ params }) => (isText(params.missingProperty) ? [params.missingProperty] : []));
  if (missing.length > 0) return `${location} lacks ${listOf(missing, 'and')}.`;
  return `${location} ${errors[0]?.message ?? 'does not fit the schema'}.`;
}

/** @param {unknown} value */
function listed(value) {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/**
 * @param {readonly unknown[]} values
 * @param {'and' | 'or'} word
 */
function listOf(values, word) {
  const texts = [...new Set(values.map((value) => shown(String(value))))];
  const first = texts.slice(0, 8);
  const last = first.pop() ?? '';
  return first.length === 0 ? last : `${first.join(', ')} ${word} ${last}`;
}

/** @param {string} text */
function shown(text) {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
function isText(value) {
  return typeof value === 'string';
}

/** @param {string} pointer */
function keysOf(pointer) {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replace(/~1/gu, '/').replace(/~0/gu, '~'));
}
