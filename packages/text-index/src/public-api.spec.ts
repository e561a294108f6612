import * as textIndex from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(textIndex).sort()).toEqual([
    'RawWordScanner',
    'TextIndex',
    'TextIndexBuilder',
    'WordScanner',
    'bestOf',
    'createKeywordMatcher',
    'createTextEmbedder',
    'hasWord',
    'indexWords',
    'inverseFrequency',
    'isSimilar',
    'isSubset',
    'jaccardSimilarity',
    'lowerBound',
    'maxShare',
    'nameWords',
    'ownCopy',
    'parseWordVectors',
    'quantizeVector',
    'rawWords',
    'splitIdentifier',
    'stemOf',
    'stopWords',
    'unionOf',
    'unspacedCharacter',
    'wordHashes',
    'wordSet',
    'wordsWith',
  ]);
});
