import * as textIndex from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(textIndex).sort()).toEqual([
    'NameCache',
    'RawWordScanner',
    'TextIndex',
    'TextIndexBuilder',
    'TextUnits',
    'WordScanner',
    'bestOf',
    'characterPairs',
    'createKeywordMatcher',
    'indexWords',
    'inverseFrequency',
    'isSimilar',
    'isSubset',
    'isUnspaced',
    'jaccardSimilarity',
    'maxShare',
    'nameWords',
    'ownCopy',
    'quantizeVector',
    'rawWords',
    'splitIdentifier',
    'stemOf',
    'stopWords',
    'unionOf',
    'unspacedCharacter',
    'unspacedRuns',
    'wordSet',
    'wordsWith',
  ]);
});
