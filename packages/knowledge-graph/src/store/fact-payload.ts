import { type AxiomCondition, type AxiomSeverity, type Properties, axiomSeverities } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';

import { type StatedFact, type Statement, toStated } from './statement.js';

/** The fields of a statement without a column of their own. */
export interface FactPayload {
  readonly aliases?: readonly string[];
  readonly properties?: Properties;
  readonly description?: string;
  readonly condition?: AxiomCondition;
  readonly severity?: AxiomSeverity;
  readonly isEnabled?: boolean;
  /** First and last line of each source after the first. */
  readonly moreLines?: readonly (readonly [number, number])[];
}

const nothing: FactPayload = {};

/** JSON; empty for a payload without fields. */
export function writePayload(statement: Statement): string {
  const more = statement.sources.slice(1).map(({ startLine, endLine }) => [startLine, endLine]);
  const content = payloadOf(toStated(statement));
  const payload = more.length === 0 ? content : { ...content, moreLines: more };
  return Object.keys(payload).length === 0 ? '' : JSON.stringify(payload);
}

/** The content of a statement, without the keys of the fact: statements with the same content have the same JSON. */
export function payloadOf({ kind, content }: StatedFact): FactPayload {
  if (kind === 'axiom') {
    const { description, condition, severity, isEnabled } = content;
    return { description, condition, severity, isEnabled };
  }
  const { properties } = content;
  const aliases = kind === 'entity' ? content.aliases : [];
  return {
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

/** Parses a payload; `undefined` for a text that {@link writePayload} does not write. */
export function parsePayload(text: string): FactPayload | undefined {
  if (text === '') return nothing;
  try {
    const value: unknown = JSON.parse(text);
    return isPayload(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether each field has its type. A condition need only be an object here: `axiomStatementProblem` checks the rest.
 */
function isPayload(value: unknown): value is FactPayload {
  if (!isRecord(value)) return false;
  const { aliases, properties, description, condition, severity, isEnabled, moreLines } = value;
  return (
    isAbsentOr(aliases, isTextList) &&
    isAbsentOr(properties, isRecord) &&
    isAbsentOr(description, isText) &&
    isAbsentOr(condition, isRecord) &&
    isAbsentOr(severity, isSeverity) &&
    isAbsentOr(isEnabled, (flag) => typeof flag === 'boolean') &&
    isAbsentOr(moreLines, (places) => Array.isArray(places) && places.every(isLines))
  );
}

function isAbsentOr(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || isRight(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isSeverity(value: unknown): boolean {
  return (axiomSeverities as readonly unknown[]).includes(value);
}

function isLines(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}
