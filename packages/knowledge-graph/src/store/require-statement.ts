import {
  type AxiomStatement,
  type EntityKey,
  ErrorCode,
  type FactSource,
  LexichordError,
  type Properties,
  type RelationshipStatement,
} from '@lexichord/abstractions';

/** Maximum line number in the store's columns. */
const maxLines = 2_147_483_647;
/** Maximum length of a name in a message, in UTF-16 units; longer ones are cut. */
const shownLength = 80;

/** @throws {LexichordError} `invalid-argument` for an empty type or name */
export function requireKey({ type, name }: EntityKey, what: string): void {
  if (isText(type) && isText(name)) return;
  throw badStatement(`${what} needs a non-empty type and name`, { type, name });
}

/** @throws {LexichordError} `invalid-argument` for an empty type, or an end with an empty type or name */
export function requireRelationship({ type, from, to }: RelationshipStatement): void {
  if (!isText(type)) throw badStatement('A relationship needs a non-empty type', { type, name: from.name });
  requireKey(from, `The start of a relationship "${cut(type)}"`);
  requireKey(to, `The end of a relationship "${cut(type)}"`);
}

/** @throws {LexichordError} `invalid-argument` for a source without a document or with impossible lines */
export function requireSource(of: EntityKey, { documentPath, startLine, endLine }: FactSource): void {
  const areLines = Number.isInteger(startLine) && Number.isInteger(endLine);
  if (isText(documentPath) && areLines && startLine >= 1 && startLine <= endLine && endLine <= maxLines) return;
  throw badStatement(
    `The source of ${showKey(of)} needs a document and lines from 1, the last not before the first, not ${startLine} to ${endLine}`,
    of,
  );
}

/**
 * Checks a rule.
 *
 * @param problem the result of `axiomStatementProblem`
 * @throws {LexichordError} `invalid-argument` for a problem
 */
export function requireAxiom({ name, targetType }: AxiomStatement, problem: string | undefined): void {
  if (problem === undefined) return;
  const shown = isText(name) ? `The rule "${cut(name)}"` : 'A rule without a name';
  throw badStatement(`${shown} cannot be stored: ${problem}`, { type: targetType, name });
}

/** @param missing the end that does not exist */
export function missingEnd({ type, from, to }: RelationshipStatement, missing: EntityKey): LexichordError {
  return badStatement(
    `Relationship "${cut(type)}" from ${showKey(from)} to ${showKey(to)} cannot be stored: there is no ${showKey(missing)}. Add this entity as well`,
    { type, name: missing.name },
  );
}

/** Type and name, shortened for a message. */
function showKey({ type, name }: EntityKey): string {
  return `${cut(type)} "${cut(name)}"`;
}

function badStatement(problem: string, { type, name }: EntityKey): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `${problem}. Nothing was stored.`, {
    details: { type: cut(type), name: cut(name) },
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Cuts a name for a message. Statements also come from files, where any value may replace a text. */
function cut(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}

/**
 * A private copy of properties that the store returns unchanged.
 *
 * @throws {LexichordError} `invalid-argument` for values that JSON cannot express: NaN, a bigint, a cycle, endless
 * nesting
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

/** Rejects values that JSON would silently replace by `null` or leave out. */
function requirePlain(_name: string, value: unknown): unknown {
  const isPlain = typeof value === 'number' ? Number.isFinite(value) : !unplain.has(typeof value);
  if (isPlain) return value;
  throw new TypeError(`A ${typeof value} is not plain data.`);
}

const unplain: ReadonlySet<string> = new Set(['bigint', 'function', 'symbol']);
