import * as packer from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(packer).sort()).toEqual([
    'IBudgetManagerFactory',
    'IDeduplicator',
    'IFormatter',
    'IRanker',
    'ISelector',
    'ISourceChunker',
    'ISourceCollector',
    'budgetSection',
    'packingSections',
    'registerPackerModule',
  ]);
});
