export { BpeTokenCounter, type BpeTokenCounterOptions } from './bpe-token-counter.js';
export { graphemeFloor } from './cut/grapheme-boundary.js';
export { type ModelEncoding, encodingForModel } from './encoding-for-model.js';
export { TokenIndex } from './token-index.js';
export { type TextLines, type TokenRanges, createTokenRanges } from './token-ranges.js';
