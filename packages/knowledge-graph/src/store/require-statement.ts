import {
  type AxiomStatement,
  type EntityKey,
  ErrorCode,
  type FactSource,
  LexichordError,
  type Properties,
  type RelationshipStatement,
} from '@lexichord/abstractions';

/** The store's columns of line numbers hold no more. */
const maxLines = 2_147_483_647;
/** Names may be of any length; a message quotes their beginning. */
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
 * @param problem what `axiomStatementProblem` finds
 * @throws {LexichordError} `invalid-argument` when there is one
 */
export function requireAxiom({ name, targetType }: AxiomStatement, problem: string | undefined): void {
  if (problem === undefined) return;
  const shown = isText(name) ? `The rule "${cut(name)}"` : 'A rule without a name';
  throw badStatement(`${shown} cannot be stored: ${problem}`, { type: targetType, name });
}

/** @param missing the end that is not there */
export function missingEnd({ type, from, to }: RelationshipStatement, missing: EntityKey): LexichordError {
  return badStatement(
    `Relationship "${cut(type)}" from ${showKey(from)} to ${showKey(to)} cannot be stored: there is no ${showKey(missing)}. Add this entity as well`,
    { type, name: missing.name },
  );
}

/** Type and name, fit for a message. */
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

/** Statements come from files, too: they may have any value in place of a text. */
function cut(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}

/**
 * A private copy of properties that comes back from the store the same.
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
