import type { TokenEncoding } from '@lexichord/abstractions';
import { Cl100kPreTokenizer } from './cl100k-pre-tokenizer.js';
import { O200kPreTokenizer } from './o200k-pre-tokenizer.js';
import type { CharacterScanner } from './character-scanner.js';
import { R50kPreTokenizer } from './r50k-pre-tokenizer.js';

/**
 * Splits UTF-8 bytes into the pieces that are merged on their own: what the regular expression of an encoding
 * matches, one after another, written out by hand.
 */
export interface PreTokenizer extends CharacterScanner {
  /**
   * End of the piece that begins at `start`, an offset inside the text. Input is valid UTF-8, ended by `endOfText`.
   */
  pieceEnd(bytes: Uint8Array, start: number): number;
}

const preTokenizers = {
  o200k_base: O200kPreTokenizer,
  cl100k_base: Cl100kPreTokenizer,
  p50k_base: R50kPreTokenizer,
  r50k_base: R50kPreTokenizer,
  gpt2: R50kPreTokenizer,
} as const;

/** The pre-tokenizer of an encoding. */
export function createPreTokenizer(encoding: TokenEncoding): PreTokenizer {
  return new preTokenizers[encoding]();
}
