import * as tokenizer from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(tokenizer).sort()).toEqual([
    'BpeTokenCounter',
    'TokenIndex',
    'createTokenRanges',
    'encodingForModel',
    'graphemeFloor',
  ]);
});
