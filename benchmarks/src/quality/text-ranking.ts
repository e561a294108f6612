import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';

/** What is hard to beat: full-text search (BM25) over texts. */
export class TextRanking {
  private readonly index: TextIndex;

  constructor(texts: readonly string[]) {
    const builder = new TextIndexBuilder();
    for (const text of texts) builder.count(indexWords(text)).endDocument();
    this.index = builder.build();
  }

  /** Indexes of the texts that have a word of the query, best first. */
  best(query: string): readonly number[] {
    const rarities = new Map(indexWords(query).map((word) => [word, this.index.rarityOf(word)]));
    const scores = this.index.scoreWords(rarities);
    const order = [...scores.keys()].filter((index) => (scores[index] ?? 0) > 0);
    return order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }
}
