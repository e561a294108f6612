import type { TokenEncoding } from '@lexichord/abstractions';
import { Cl100kPreTokenizer } from './cl100k-pre-tokenizer.js';
import { O200kPreTokenizer } from './o200k-pre-tokenizer.js';
import type { CharacterScanner } from './character-scanner.js';

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

/** The pre-tokenizer of an encoding. */
export function createPreTokenizer(encoding: TokenEncoding): PreTokenizer {
  return encoding === 'o200k_base' ? new O200kPreTokenizer() : new Cl100kPreTokenizer();
}
