import * as api from './index.js';
import * as internal from './internal.js';

describe('@lexichord/compression', () => {
  it('exports what was promised and nothing else', () => {
    expect(Object.keys(api).sort()).toEqual([
      'CompressionOptions',
      'compressionOptionsSchema',
      'registerCompressionModule',
    ]);
  });

  it('exports to our own packages what they share', () => {
    expect(Object.keys(internal).sort()).toEqual(['derivedCompressionTables', 'unknownConversation']);
  });
});
