import { normalizeWhiteSpace } from '@lexichord/markdown';
import { unionOf, WordScanner, type WordSet } from '@lexichord/text-index/internal';

import { exactWords } from './exact-words.js';
import { fenceBody, splitBlocks, type TextBlock } from './split-blocks.js';
import { TextEdges } from './text-edges.js';

/** A text with the values for comparisons, each computed on first use. */
export class ComparableText {
  private words: WordSet | undefined;
  private normalized: string | undefined;
  private blockTexts: readonly ComparableBlock[] | undefined;
  private edges: TextEdges | undefined;

  constructor(readonly content: string) {}

  get wordSet(): WordSet {
    return (this.words ??= unionOf(this.blocks.map((block) => block.wordSet)));
  }

  /** The text with each run of white space replaced by a single space, so that layout does not hide an equal text. */
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

  /**
   * Whether this text contains the block verbatim with the same meaning: as complete statements, or in a block without
   * other words that negate or limit it. After `Do not`, a sentence means the opposite.
   */
  holds({ normalizedText: part, block: { kind } }: ComparableBlock): boolean {
    if (part === '') return true;
    const text = this.normalizedText;
    for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) {
      const end = start + part.length;
      if (!isWordEdge(text, start) || !isWordEdge(text, end)) continue;
      this.edges ??= new TextEdges(this.blocks.map(({ block }) => block));
      if (this.edges.encloses([start, end], kind) || this.edges.isPlain([start, end])) return true;
    }
    return false;
  }
}

/** One block of a text, comparable in the same way. */
export class ComparableBlock {
  private words: WordSet | undefined;
  private normalized: string | undefined;
  private exact: string | undefined;

  constructor(
    readonly block: TextBlock,
    private readonly scanner: WordScanner,
  ) {}

  get wordSet(): WordSet {
    return (this.words ??= this.scanner.wordSet(this.block.startOffset, this.block.endOffset));
  }

  /** Words that must match exactly, in order. */
  get exactWords(): string {
    const { block, said } = this;
    return (this.exact ??= exactWords(block.kind === 'heading' ? said.replace(/^\s*#+/u, '') : said).join(' '));
  }

  /** Text of the block, with each run of white space replaced by a single space. */
  get normalizedText(): string {
    return (this.normalized ??= normalizeWhiteSpace(this.said));
  }

  /** Text of the block; for a fenced block, the text inside the fence. */
  private get said(): string {
    return this.block.kind === 'fence' ? fenceBody(this.block) : this.block.text;
  }
}

/** Whether an offset is between words, and not inside a word or a number such as 1.4. */
function isWordEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  if (isWordUnit(text.charCodeAt(index - 1)) && isWordUnit(text.charCodeAt(index))) return false;
  return (
    !insideNumber.test(text.slice(Math.max(0, index - 2), index + 1)) &&
    !insideNumber.test(text.slice(index - 1, index + 2))
  );
}

/** Two digits with a mark between them. */
const insideNumber = /^\d[^\s\d]\d$/u;

function isWordUnit(code: number): boolean {
  return code > 127 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
