import { normalizeWhiteSpace } from '@lexichord/platform/internal';
import { WordScanner, type WordSet, unionOf } from '@lexichord/text-index';
import { exactWords } from './exact-words.js';
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
