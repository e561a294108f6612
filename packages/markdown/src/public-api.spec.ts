import * as markdown from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(markdown).sort()).toEqual([
    'atxHeading',
    'closesFencedCode',
    'isBlankLine',
    'isThematicBreak',
    'lastingHtmlBlocks',
    'loadMarkdownParser',
    'normalizeWhiteSpace',
    'openingFence',
    'setextLevel',
  ]);
});
