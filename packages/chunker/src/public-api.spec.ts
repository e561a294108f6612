import * as chunker from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(chunker).sort()).toEqual(['chunkingSection', 'registerChunkerModule']);
});
