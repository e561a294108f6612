import type { ContextFragment } from '@lexichord/abstractions';

/** A fragment of which a test names only what it is about. */
export function aFragment(overrides: Partial<ContextFragment> = {}): ContextFragment {
  const content = overrides.content ?? 'Some content of a fragment.';
  return {
    sourceId: 'document',
    label: 'Document Content',
    content,
    tokenEstimate: content.split(/\s+/u).filter((word) => word.length > 0).length,
    relevance: 1,
    ...overrides,
  };
}
