import { normalizeWhiteSpace } from '@lexichord/platform/internal';
import { unionOf, WordScanner, type WordSet } from '@lexichord/text-index';

import { fenceBody, splitBlocks, type TextBlock } from './split-blocks.js';

/** A text with what comparing it needs, each part made when first asked for. */
export class ComparableText {
  private words: WordSet | undefined;
  private normalized: string | undefined;
  private blockTexts: readonly ComparableBlock[] | undefined;

  constructor(readonly content: string) {}

  get wordSet(): WordSet {
    return (this.words ??= unionOf(this.blocks.map((block) => block.wordSet)));
  }

  /** White space made single spaces, so that layout does not hide an equal text. */
  get normalizedText(): string {
    return (this.normalized ??= normalizeWhiteSpace(this.content));
  }

  get blocks(): readonly ComparableBlock[] {
    if (this.blockTexts === undefined) {
      const scanner = new WordScanner(this.content);
      this.blockTexts = splitBlocks(this.content).map((block) => new ComparableBlock(block, scanner));
    }
    return this.blockTexts;
  }

  /** Whether the normalised text occurs here as whole words. */
  holds(normalizedPart: string): boolean {
    const text = this.normalizedText;
    for (let at = text.indexOf(normalizedPart); at >= 0; at = text.indexOf(normalizedPart, at + 1)) {
      if (isWordEdge(text, at) && isWordEdge(text, at + normalizedPart.length)) return true;
    }
    return false;
  }
}

/** One block of a text, comparable in the same way. */
export class ComparableBlock {
  private words: WordSet | undefined;
  private normalized: string | undefined;
  private exact: ReadonlySet<string> | undefined;

  constructor(
    readonly block: TextBlock,
    private readonly scanner: WordScanner,
  ) {}

  get wordSet(): WordSet {
    return (this.words ??= this.scanner.wordSet(this.block.startOffset, this.block.endOffset));
  }

  /** What no similar word may stand for. */
  get exactWords(): ReadonlySet<string> {
    return (this.exact ??= exactWords(this.block.text));
  }

  /** What the block says: for a fenced block what is inside the fence. White space made single spaces. */
  get normalizedText(): string {
    const { block } = this;
    return (this.normalized ??= normalizeWhiteSpace(block.kind === 'fence' ? fenceBody(block) : block.text));
  }
}

/** Whether position `index` is between words rather than inside one. */
function isWordEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  return !(isWordUnit(text.charCodeAt(index - 1)) && isWordUnit(text.charCodeAt(index)));
}

function isWordUnit(code: number): boolean {
  return code > 127 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Letters and digits of a word, with the apostrophe of a contraction. */
const anyWord = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** A word with a digit in it, or one so short that the similarity of texts does not see it. */
const numberOrShortWord = /\p{N}|^.{1,2}$/u;

/** English words that turn a statement round. */
const negations: ReadonlySet<string> = new Set(
  'no not nor never none nobody nothing neither without cannot'.split(' '),
);

/** English words that bound a statement. */
const bounds: ReadonlySet<string> = new Set('only but unless except until before after'.split(' '));

/**
 * The words of a text that no similar word may stand for: numbers, names with digits, words of one or two letters,
 * negations and words such as `only`. `wait 5 s` and `wait 9 s` are similar texts and say different things.
 */
function exactWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(anyWord)) {
    if (numberOrShortWord.test(word) || bounds.has(word) || isNegation(word)) words.add(word);
  }
  return words;
}

/** Whether `holder` has all of the exact words, and turns nothing round that `part` does not. */
export function agreesOn(part: ReadonlySet<string>, holder: ReadonlySet<string>): boolean {
  for (const word of part) if (!holder.has(word)) return false;
  for (const word of holder) if (isNegation(word) && !part.has(word)) return false;
  return true;
}

function isNegation(word: string): boolean {
  return negations.has(word) || /n['’]t$/u.test(word);
}
