import {
  type AssembledContext,
  combineContent,
  emptyAssembledContext,
  getFragment,
  hasContext,
  hasFragmentFrom,
} from './assembled-context.js';
import type { ContextFragment } from './context-fragment.js';

const document: ContextFragment = {
  sourceId: 'doc',
  label: 'Document',
  content: 'Doc content',
  tokenEstimate: 10,
  relevance: 1,
};
const related: ContextFragment = {
  sourceId: 'rag',
  label: 'Related',
  content: 'RAG content',
  tokenEstimate: 10,
  relevance: 0.8,
};
const assembled: AssembledContext = { ...emptyAssembledContext('test'), fragments: [document, related] };

describe('AssembledContext', () => {
  it('DES-072c §9: combined content has each fragment under its label', () => {
    expect(combineContent(assembled)).toBe('## Document\nDoc content\n\n## Related\nRAG content');
    expect(combineContent(assembled, '\n---\n')).toBe('## Document\nDoc content\n---\n## Related\nRAG content');
  });

  it('closes a fence that a cut left open, so that the next label is not code', () => {
    const cut = { ...document, content: 'Run:\n\n```sh\nnpm' };

    expect(combineContent({ fragments: [cut, related] })).toBe(
      '## Document\nRun:\n\n```sh\nnpm\n```\n\n## Related\nRAG content',
    );
  });

  it('DES-072c §9: has context when there are fragments', () => {
    expect(hasContext({ ...emptyAssembledContext('test'), fragments: [document] })).toBe(true);
  });

  it('DES-072c §9: the empty context has none', () => {
    expect(hasContext(emptyAssembledContext('test'))).toBe(false);
    expect(combineContent(emptyAssembledContext('test'))).toBe('');
  });

  it('DES-072c §4.2: finds the fragment of a strategy', () => {
    expect(getFragment(assembled, 'rag')).toBe(related);
    expect(getFragment(assembled, 'style')).toBeUndefined();
    expect(hasFragmentFrom(assembled, 'doc')).toBe(true);
    expect(hasFragmentFrom(assembled, 'style')).toBe(false);
  });
});
