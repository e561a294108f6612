import { ErrorCode } from '../errors/error-code.js';
import { LexichordError } from '../errors/lexichord-error.js';

/** A half-open range of a document, in UTF-16 units from its start. */
export interface TextRange {
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
}

/** Hints of a caller to strategies beyond the request's own fields. */
export interface ContextHints {
  /** The user's question, the query of retrieval. */
  readonly query?: string;
  /** Id of the stored conversation of the request. */
  readonly conversationId?: string;
  /** Position of the selection, when the same text occurs more than once. */
  readonly selectionRange?: TextRange;
  /** Size of the text around the cursor: UTF-16 units on each side, cut at words, or whole lines on each side. */
  readonly cursorWindow?: { readonly unit: 'characters' | 'lines'; readonly size: number };
  /** Number of hits of a retrieval strategy, 1 to 100. */
  readonly topK?: number;
}

/** The user's situation when an agent requests context (SBD-072 §20.1). */
export interface ContextGatheringRequest {
  /** The open document, relative to the workspace (or absolute inside it). */
  readonly documentPath?: string | undefined;
  /** Cursor in the document, in UTF-16 units from its start. */
  readonly cursorPosition?: number | undefined;
  readonly selectedText?: string | undefined;
  /** The receiver of the context: an agent of the catalogue, or any other name. */
  readonly agentId: string;
  readonly hints?: ContextHints | undefined;
}

/** A request with the agent only. */
export function emptyRequest(agentId: string): ContextGatheringRequest {
  return { agentId };
}

export function hasDocument(
  request: ContextGatheringRequest,
): request is ContextGatheringRequest & { readonly documentPath: string } {
  return request.documentPath !== undefined && request.documentPath.length > 0;
}

export function hasCursor(
  request: ContextGatheringRequest,
): request is ContextGatheringRequest & { readonly cursorPosition: number } {
  return request.cursorPosition !== undefined;
}

export function hasSelection(
  request: ContextGatheringRequest,
): request is ContextGatheringRequest & { readonly selectedText: string } {
  return request.selectedText !== undefined && request.selectedText.length > 0;
}

/**
 * Validates a request from untyped code. A wrong hint is an error rather than a silent default.
 *
 * @throws {LexichordError} `invalid-argument`, naming the field, the value's type and the allowed values
 */
export function validateRequest(request: ContextGatheringRequest): void {
  const {
    documentPath,
    cursorPosition,
    selectedText,
    agentId,
    hints = {},
  } = request as unknown as Record<string, unknown>;
  check('agentId', agentId, isFilledString(agentId), 'a non-empty string');
  check('documentPath', documentPath, optional(documentPath, isString), 'a string');
  check('cursorPosition', cursorPosition, optional(cursorPosition, isOffset), 'a whole number from 0');
  check('selectedText', selectedText, optional(selectedText, isString), 'a string');
  check('hints', hints, isRecord(hints), 'an object');
  for (const [name, value] of Object.entries(hints as Record<string, unknown>)) {
    const rule = Object.hasOwn(hintRules, name) ? hintRules[name as keyof ContextHints] : undefined;
    check(
      `hints.${name}`,
      value,
      rule !== undefined,
      `one of the supported hints: ${Object.keys(hintRules).join(', ')}`,
    );
    check(`hints.${name}`, value, rule !== undefined && optional(value, rule.holds), rule?.allowed ?? '');
  }
}

interface HintRule {
  readonly holds: (value: unknown) => boolean;
  readonly allowed: string;
}

const hintRules: { readonly [Name in keyof Required<ContextHints>]: HintRule } = {
  query: { holds: isString, allowed: 'a string' },
  conversationId: { holds: isFilledString, allowed: 'a non-empty string' },
  selectionRange: {
    holds: (value) =>
      isRecord(value) &&
      isOffset(value.startOffset) &&
      isOffset(value.endOffset) &&
      value.startOffset <= value.endOffset,
    allowed: 'an object { startOffset, endOffset } of whole numbers in order',
  },
  cursorWindow: {
    holds: (value) =>
      isRecord(value) && (value.unit === 'characters' || value.unit === 'lines') && isOffset(value.size),
    allowed: 'an object { unit: "characters" | "lines", size } with a whole number from 0',
  },
  topK: { holds: (value) => isOffset(value) && value >= 1 && value <= 100, allowed: 'a whole number from 1 to 100' },
};

function check(field: string, value: unknown, holds: boolean, allowed: string): void {
  if (holds) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The context request's "${field}" is ${describe(value)}; it must be ${allowed}.`,
    { details: { field, allowed } },
  );
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  return typeof value === 'number' ? String(value) : `of type ${Array.isArray(value) ? 'array' : typeof value}`;
}

function optional(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isFilledString(value: unknown): boolean {
  return isString(value) && value.length > 0;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
