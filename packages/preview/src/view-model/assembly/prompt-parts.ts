import { type ContextFragment, fragmentSeparator, renderFragment } from '@lexichord/abstractions';

import type { PromptPart } from '../preview-state.js';

/** Rendering reads a whole fragment for open fences; fragments that did not change are the same objects. */
const rendered = new WeakMap<ContextFragment, string>();

/** The prompt in stretches, of which each belongs to one fragment or to none: joined, `combineContent` byte for byte. */
export function promptParts(fragments: readonly ContextFragment[]): readonly PromptPart[] {
  return fragments.flatMap((fragment, place) => {
    const part = { text: renderOnce(fragment), sourceId: fragment.sourceId };
    return place === 0 ? [part] : [{ text: fragmentSeparator }, part];
  });
}

function renderOnce(fragment: ContextFragment): string {
  const known = rendered.get(fragment);
  if (known !== undefined) return known;
  const text = renderFragment(fragment);
  rendered.set(fragment, text);
  return text;
}
