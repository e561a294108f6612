import * as packer from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(packer).sort()).toEqual([
    'PackerOptions',
    'StructuralChunker',
    'SyntaxOutliner',
    'SyntaxTrees',
    'packerOptionsSchema',
    'partMarker',
    'registerPackerModule',
  ]);
});
