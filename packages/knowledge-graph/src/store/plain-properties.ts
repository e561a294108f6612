import { type EntityKey, ErrorCode, LexichordError, type Properties } from '@lexichord/abstractions';

import { showKey } from './require-statement.js';

/**
 * A copy of properties that nobody else holds, and that comes back from the store the same.
 *
 * @throws {LexichordError} `invalid-argument` for what JSON cannot say: NaN, a bigint, a cycle, nesting without end
 */
export function requirePlainProperties(properties: Properties, of: EntityKey): Properties {
  if (Object.keys(properties).length === 0) return none;
  let text: string;
  try {
    text = JSON.stringify(properties, requirePlain);
  } catch (error) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The properties of ${showKey(of)} cannot be stored: use texts, finite numbers, booleans, null, lists and objects of them.`,
      { details: { type: of.type.slice(0, 100) }, cause: error },
    );
  }
  return JSON.parse(text) as Properties;
}

const none: Properties = {};

/** JSON would make `null` of such a number, and leave the others out, without a word. */
function requirePlain(_name: string, value: unknown): unknown {
  const isPlain = typeof value === 'number' ? Number.isFinite(value) : !unplain.has(typeof value);
  if (isPlain) return value;
  throw new TypeError(`A ${typeof value} is not plain data.`);
}

const unplain: ReadonlySet<string> = new Set(['bigint', 'function', 'symbol']);
