import type { JsonValue } from '../errors/lexichord-error.js';
import type { ITokenCounter } from '../services/token-counter.js';

/** JSON-safe facts a strategy adds to its fragment: file ranges, entities, segments with their levels. */
export type FragmentMetadata = { readonly [key: string]: JsonValue };

/** One piece of context from one strategy (SBD-072 §20.2). */
export interface ContextFragment {
  /** `strategyId` of the producer. */
  readonly sourceId: string;
  /** Heading a person reads above the content. One line. */
  readonly label: string;
  /** Prompt-ready text. */
  readonly content: string;
  /** Tokens in `content`, label not included. */
  readonly tokenEstimate: number;
  /** 0 (unrelated) to 1 (exact). Orders fragments of one priority. */
  readonly relevance: number;
  readonly metadata?: FragmentMetadata | undefined;
}

/** Whether the fragment holds anything but white space. */
export function hasContent(fragment: ContextFragment): boolean {
  return fragment.content.trim().length > 0;
}

/**
 * The fragment cut to at most `maxTokens` tokens at a paragraph, sentence, word or token boundary (DES-072c §5.1).
 * Returns the same object when it fits already.
 */
export function truncateFragment(
  fragment: ContextFragment,
  maxTokens: number,
  tokenCounter: ITokenCounter,
): ContextFragment {
  const { content, tokenCount, boundary } = tokenCounter.truncateToTokens(fragment.content, maxTokens);
  if (boundary === 'whole' && fragment.tokenEstimate === tokenCount) return fragment;
  return { ...fragment, content, tokenEstimate: tokenCount };
}
