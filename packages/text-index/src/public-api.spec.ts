import * as textIndex from './index.js';
import * as internal from './internal.js';

describe('@lexichord/text-index', () => {
  it('exports what was promised and nothing else', () => {
    expect(Object.keys(textIndex).sort()).toEqual(['TextIndex', 'TextIndexBuilder', 'indexWords', 'quantizeVector']);
  });

  it('exports to our own packages what they share', () => {
    expect(Object.keys(internal).sort()).toEqual([
      'RawWordScanner',
      'WordScanner',
      'bestOf',
      'createKeywordMatcher',
      'createTextEmbedder',
      'findFileReferences',
      'hasWord',
      'installedFile',
      'installedModulePath',
      'inverseFrequency',
      'isSameFile',
      'isSameVector',
      'isSimilar',
      'isSubset',
      'lowerBound',
      'maxShare',
      'meantBy',
      'nameWords',
      'ownCopy',
      'parseWordVectors',
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
});
