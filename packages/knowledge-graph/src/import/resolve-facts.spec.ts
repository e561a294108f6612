import type { FactSource, KnowledgeEntity } from '@lexichord/abstractions';

import { KnowledgeGraph } from '../graph/knowledge-graph.js';
import type { DocumentLink, DocumentReading } from './document-reading.js';
import { resolveFacts } from './resolve-facts.js';

function sourceOf(documentPath: string, startLine = 1): FactSource {
  return { documentPath, startLine, endLine: startLine };
}

function headings(titles: readonly string[], documentPath = 'big.md'): readonly KnowledgeEntity[] {
  return titles.map((title, index) => ({
    id: `${documentPath} ${index}`,
    type: 'Concept',
    name: `Guide: ${title} ${index}`,
    aliases: [],
    properties: { title },
    sources: [sourceOf(documentPath, index + 1)],
    createdMs: 0,
    modifiedMs: 0,
  }));
}

const from = { type: 'Concept', name: 'Links' };

/** What links of another document lead to. */
function targetsOf(
  links: readonly Pick<DocumentLink, 'documentPath' | 'anchor'>[],
  entities: readonly KnowledgeEntity[],
) {
  const source = sourceOf('links.md');
  const reading: DocumentReading = {
    documentPath: 'links.md',
    format: 'markdown',
    entities: [{ ...from, source }],
    relationships: [],
    axioms: [],
    problems: [],
    links: links.map((link) => ({ ...link, from, source })),
  };
  const graph = new KnowledgeGraph({ entities, relationships: [], axioms: [] });
  return resolveFacts([reading], graph).relationships.map(({ to }) => to.name);
}

describe('resolveFacts: links into the graph', () => {
  it('leads to the first heading with an anchor, and without one to what the document states first', () => {
    const links = [{ anchor: 'use' }, {}, { anchor: 'nowhere' }].map((link) => ({ documentPath: 'big.md', ...link }));

    expect(targetsOf(links, headings(['Start', 'Use', 'Use']))).toEqual(['Guide: Use 1', 'Guide: Start 0']);
    expect(targetsOf(links, headings(['Use'], 'other.md'))).toEqual([]);
  });

  it('finds the ends of tens of thousands of links among as many headings', () => {
    const titles = Array.from({ length: 30_000 }, (_, index) => `Heading ${index}`);
    const links = titles.map((_, index) => ({ documentPath: 'big.md', anchor: `heading-${index}` }));

    expect(targetsOf(links, headings(titles))).toHaveLength(30_000);
  });

  it('finds the ends of links to tens of thousands of documents', () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => `docs/${index}.md`);
    const links = paths.map((documentPath) => ({ documentPath }));

    expect(
      targetsOf(
        links,
        paths.flatMap((path) => headings(['Start'], path)),
      ),
    ).toHaveLength(1);
  });
});
