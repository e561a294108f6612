import { componentOf } from './log-level.js';

describe('componentOf', () => {
  it.each([
    ['ContextPacker', 'context_packer'],
    ['Ranker', 'ranker'],
    ['BM25Scorer', 'bm25_scorer'],
    ['HTTPServer', 'http_server'],
    ['context_packer', 'context_packer'],
    ['', ''],
  ])('%s is %s', (source, component) => {
    expect(componentOf(source)).toBe(component);
  });
});
