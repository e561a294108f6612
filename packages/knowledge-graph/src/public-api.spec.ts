import * as knowledgeGraph from './index.js';

describe('the public API', () => {
  it('changes only on purpose', () => {
    expect(Object.keys(knowledgeGraph).sort()).toEqual([
      'derivedKnowledgeTables',
      'describeAxiom',
      'knowledgeSection',
      'registerKnowledgeGraphModule',
    ]);
  });
});
