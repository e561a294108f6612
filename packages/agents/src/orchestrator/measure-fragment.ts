import {
  type ContextFragment,
  ErrorCode,
  type IContextStrategy,
  type ITokenCounter,
  LexichordError,
  type WithheldSecret,
} from '@lexichord/abstractions';
import type { GatheredFragment } from './gathered-fragment.js';

/**
 * Maximum length of a content that is counted completely, in UTF-16 units. Counting more takes longer than an assembly
 * may take after its deadline; of a longer text only the part that can be sent is read.
 */
const maxCountedWholeLength = 200_000;

/** Options of {@link measureFragment}. */
export interface MeasureContext extends Pick<GatheredFragment, 'isRequired' | 'isQuoted' | 'maxTokens'> {
  readonly tokenCounter: ITokenCounter;
  /** Secrets that were replaced in the fragment. */
  readonly secrets: readonly WithheldSecret[];
}

/** A measured fragment, and its size before it was cut. */
export interface MeasuredFragment {
  readonly gathered: GatheredFragment;
  /**
   * Tokens of the whole material: as reported by the strategy, else of its fragment. Extrapolated for content of more
   * than 200,000 UTF-16 units.
   */
  readonly gatheredTokens: number;
}

/**
 * Converts a strategy's answer to a valid fragment: its own id, a label on one line, relevance from 0 to 1, and the
 * larger of the claimed and the counted tokens.
 *
 * @param answer must be valid, see {@link validateAnswer}
 */
export function measureFragment(
  answer: ContextFragment,
  strategy: IContextStrategy,
  { tokenCounter, isRequired, isQuoted, maxTokens, secrets }: MeasureContext,
): MeasuredFragment {
  const { content, tokens, extrapolatedTokens } = countContent(answer.content, maxTokens, tokenCounter);
  const tokenEstimate = Math.max(extrapolatedTokens, Math.ceil(answer.tokenEstimate));
  const fragment: ContextFragment = {
    sourceId: answer.sourceId,
    label: answer.label.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim() || strategy.displayName,
    content,
    tokenEstimate: content === answer.content ? tokenEstimate : tokens,
    relevance: Math.min(1, Math.max(0, answer.relevance)),
    ...(answer.metadata === undefined ? {} : { metadata: answer.metadata }),
  };
  const inflation = tokens === 0 ? 1 : Math.max(1, fragment.tokenEstimate / tokens);
  const shorten = content === answer.content ? strategy.shorten?.bind(strategy) : undefined;
  const { priority } = strategy;
  const facts = { priority, maxTokens, isRequired, inflation, secrets, isQuoted, isFramed: false };
  const gathered = { ...facts, fragment, shorten };
  return { gathered, gatheredTokens: Math.max(tokenEstimate, originalTokensOf(answer)) };
}

/** The original tokens that a strategy reports in the metadata of shortened content; 0 if it does not. */
export function originalTokensOf({ metadata }: ContextFragment): number {
  const original = metadata?.originalTokens;
  return typeof original === 'number' && Number.isFinite(original) ? original : 0;
}

/** @throws {LexichordError} `invalid-argument` for an answer that is not a fragment of this strategy */
export function validateAnswer(answer: ContextFragment, { strategyId }: IContextStrategy): void {
  const problem = problemOf(answer, strategyId);
  if (problem === undefined) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `Strategy "${strategyId}" returned an invalid fragment: ${problem}.`,
    { details: { strategyId } },
  );
}

function problemOf(answer: unknown, strategyId: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'it is not an object';
  if ('nothing' in answer) return 'its reason for returning no fragment must be "empty" or "no-index", with a message';
  const { sourceId, label, content, tokenEstimate, relevance, metadata } = answer as Record<
    keyof ContextFragment,
    unknown
  >;
  if (sourceId !== strategyId) return 'its sourceId is that of another strategy';
  if (typeof label !== 'string') return 'its label is not a string';
  if (typeof content !== 'string') return 'its content is not a string';
  if (typeof tokenEstimate !== 'number' || !(tokenEstimate >= 0) || !Number.isFinite(tokenEstimate)) {
    return 'its tokenEstimate is not a number from 0';
  }
  if (typeof relevance !== 'number' || Number.isNaN(relevance)) return 'its relevance is not a number';
  if (!isJson(metadata)) return 'its metadata cannot be written as JSON';
  return undefined;
}

function isJson(metadata: unknown): boolean {
  try {
    JSON.stringify(metadata);
    return true;
  } catch {
    return false;
  }
}

function countContent(
  content: string,
  maxTokens: number,
  tokenCounter: ITokenCounter,
): { content: string; tokens: number; extrapolatedTokens: number } {
  if (content.length <= maxCountedWholeLength) {
    const tokens = tokenCounter.countTokens(content);
    return { content, tokens, extrapolatedTokens: tokens };
  }
  const start = tokenCounter.truncateToTokens(content, maxTokens);
  const share = Math.max(1, start.content.length) / content.length;
  return {
    content: start.content,
    tokens: start.tokenCount,
    extrapolatedTokens: Math.ceil(Math.max(1, start.tokenCount) / share),
  };
}
