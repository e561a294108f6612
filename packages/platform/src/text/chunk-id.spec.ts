import { chunkHash } from './chunk-id.js';

describe('chunkHash', () => {
  it('is the beginning of the SHA-256 of the UTF-8 bytes', () => {
    expect([chunkHash(''), chunkHash('abc'), chunkHash('é')]).toEqual(['e3b0c442', 'ba7816bf', '4a99557e']);
  });
});
