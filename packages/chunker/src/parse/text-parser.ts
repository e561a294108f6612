import { type GrammarRequest, type ParseLimits, nodeFields, nodeStride } from '../../worker/parse-protocol.mjs';
import { type TextPiece, type TopLevelLines, divideText } from './divide-text.js';
import type { ParseOutcome } from './parser-thread.js';
import { ParserPool, type PoolRequest } from './parser-pool.js';

/** A text to parse. */
export interface TextToParse {
  readonly content: string;
  readonly grammar: GrammarRequest;
  readonly limits: ParseLimits;
  /** Absent: the text is not divided. */
  readonly topLevel?: TopLevelLines | undefined;
}

/** Thrown for a piece that was not parsed, or that has a syntax error. */
class PieceError extends Error {
  /** @param workedMs work of its thread in milliseconds */
  constructor(readonly workedMs: number) {
    super('A piece of a text could not be parsed.');
  }
}

/**
 * Parses texts on the threads of a pool, a large one in concurrent pieces.
 *
 * Pieces are used only if none has a syntax error. Their statements, concatenated, are then those of the text: a border
 * inside a string, a comment, brackets or an unfinished statement is a syntax error in the piece before it. Otherwise
 * the text is parsed as a whole, like a small one. The choice depends only on the text, as long as the parser's steps,
 * and not the clock, are the limit.
 */
export class TextParser {
  private disposal = new AbortController();

  /** @param pieceUnits target length of a piece; see `divideText` */
  constructor(
    private readonly pool = new ParserPool(),
    private readonly pieceUnits?: number,
  ) {}

  /** Starts a thread in advance. */
  prepare(): void {
    this.pool.prepare();
  }

  /** Always resolves. */
  async parse(text: TextToParse): Promise<ParseOutcome> {
    const { signal } = this.disposal;
    const pieces = text.topLevel === undefined ? [] : divideText(text.content, text.topLevel, this.pieceUnits);
    if (pieces.length < 2) return this.pool.parse(requestFor(text, text.limits));
    try {
      return await this.parsePieces(text, pieces);
    } catch (error) {
      if (!(error instanceof PieceError)) throw error;
      const { limits } = text;
      const maxTimeMs = Math.max(1, limits.maxTimeMs - error.workedMs);
      return this.pool.parse({ ...requestFor(text, { ...limits, maxTimeMs }), isUrgent: true, signal });
    }
  }

  /** Ends all threads; texts in progress are `killed`. The next parse starts others. */
  async dispose(): Promise<void> {
    this.disposal.abort();
    this.disposal = new AbortController();
    await this.pool.dispose();
  }

  /** @throws PieceError as soon as one is unusable; the others are abandoned */
  private async parsePieces(text: TextToParse, pieces: readonly TextPiece[]): Promise<ParseOutcome> {
    const waiting = new AbortController();
    const stopsAtError = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const limits = { ...text.limits, stopsAtError };
    try {
      const parsings = pieces.map((piece) => this.parsePiece({ ...text, limits }, piece, waiting.signal));
      return { kind: 'parsed', nodes: joinNodes(await Promise.all(parsings)) };
    } finally {
      waiting.abort();
      Atomics.store(stopsAtError, 0, 1);
    }
  }

  /** @param signal abandons the text when it is aborted, unless parsing has begun */
  private async parsePiece(
    { content, grammar, limits }: TextToParse,
    { start, end }: TextPiece,
    signal: AbortSignal,
  ): Promise<{ readonly nodes: Int32Array; readonly start: number }> {
    const share = (end - start) / content.length;
    const maxTimeMs = limits.maxTimeMs * share;
    const ofPiece = { ...limits, maxSteps: Math.ceil(limits.maxSteps * share), maxTimeMs };
    const request = requestFor({ content: content.slice(start, end), grammar }, ofPiece);
    const outcome = await this.pool.parse({ ...request, isUrgent: true, signal });
    if (outcome.kind === 'parsed') return { nodes: outcome.nodes, start };
    throw new PieceError(outcome.kind === 'faulty' ? outcome.workedMs : maxTimeMs);
  }
}

function requestFor({ content, grammar }: Pick<TextToParse, 'content' | 'grammar'>, limits: ParseLimits): PoolRequest {
  return { content, grammar, limits, hardLimitMs: hardLimitMs(limits.maxTimeMs) };
}

/** Time after which a thread that has not stopped after `maxTimeMs` is ended, in milliseconds. */
export function hardLimitMs(maxTimeMs: number): number {
  return Math.ceil(maxTimeMs * 1.25) + 250;
}

/** Fields of a node that are offsets; -1 for none. */
const offsetFields = [nodeFields.start, nodeFields.end, nodeFields.nameStart, nodeFields.nameEnd] as const;

/**
 * Joins the nodes of a text's pieces (`ParseOutcome.nodes`).
 *
 * @param pieces in order; `start` is where the piece begins in the text, in UTF-16 units
 */
function joinNodes(pieces: readonly { readonly nodes: Int32Array; readonly start: number }[]): Int32Array {
  const joined = new Int32Array(pieces.reduce((sum, { nodes }) => sum + nodes.length, 0));
  let at = 0;
  for (const { nodes, start } of pieces) {
    joined.set(nodes, at);
    const end = at + nodes.length;
    for (; at < end; at += nodeStride) {
      for (const field of offsetFields) {
        const offset = joined[at + field] as number;
        if (offset >= 0) joined[at + field] = offset + start;
      }
    }
  }
  return joined;
}
