import { type ContextFragment, type ITokenCounter, fragmentSeparator, renderFragment } from '@lexichord/abstractions';

/**
 * Tokens that a fragment adds to the rendered context: heading, content and the separator after it.
 *
 * Each rendered fragment begins with `## ` right after a line end. No token of either encoding reaches across such
 * a place, so the costs of the fragments add up to the tokens of the whole.
 */
export function renderedCost(fragment: ContextFragment, tokenCounter: ITokenCounter): number {
  return tokenCounter.countTokens(renderFragment(fragment) + fragmentSeparator);
}

/** Tokens that a fragment needs beside its content. A little more or less, depending on how the content ends. */
export function renderingOverhead(fragment: ContextFragment, tokenCounter: ITokenCounter): number {
  return renderedCost({ ...fragment, content: 'x' }, tokenCounter) - 1;
}
