import * as textIndex from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(textIndex).sort()).toEqual([
    'KnownNames',
    'PostingsPacker',
    'PostingsTable',
    'RawWordScanner',
    'TextUnits',
    'VectorPacker',
    'WordScanner',
    'bestOf',
    'indexWords',
    'isSimilar',
    'isSubset',
    'jaccardSimilarity',
    'joinedIndexWords',
    'mergeVectors',
    'nameWords',
    'rarityOf',
    'rawWords',
    'rowOf',
    'scoreMeaning',
    'scoreWords',
    'splitIdentifier',
    'stemOf',
    'stopWords',
    'unionOf',
    'wordSet',
  ]);
});
