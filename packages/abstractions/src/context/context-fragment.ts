import type { JsonValue } from '../errors/lexichord-error.js';
import type { ITokenCounter } from '../services/token-counter.js';

/** Data of a fragment for programs, such as its range in a file. JSON-safe. */
export type FragmentMetadata = { readonly [key: string]: JsonValue };

/** The contribution of a strategy to an assembly (SBD-072 §20.2). */
export interface ContextFragment {
  /** Id of the strategy that gathered it. */
  readonly sourceId: string;
  /** Title shown above the content, on a single line. */
  readonly label: string;
  /** Goes to the model unchanged. */
  readonly content: string;
  /** Size of `content` in tokens; the label is charged separately. */
  readonly tokenEstimate: number;
  /** From 0, unrelated to the request, to 1, an exact answer. Decides among equal priorities. */
  readonly relevance: number;
  readonly metadata?: FragmentMetadata | undefined;
}

/** Whether the fragment has anything but white space. */
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
