import { PostingsPacker, indexWords, rarityOf, scoreWords } from '@lexichord/text-index';

/** What is hard to beat: full-text search (BM25) over texts. */
export class TextRanking {
  private readonly postings: ReturnType<PostingsPacker['finish']>;

  constructor(texts: readonly string[]) {
    const packer = new PostingsPacker();
    for (const text of texts) packer.add(indexWords(text));
    this.postings = packer.finish(Int32Array.from(texts.keys()), texts.length);
  }

  /** Indexes of the texts that have a word of the query, best first. */
  best(query: string): readonly number[] {
    const rarities = new Map(indexWords(query).map((word) => [word, rarityOf(word, this.postings)]));
    const scores = scoreWords(rarities, this.postings);
    const order = [...scores.keys()].filter((index) => (scores[index] ?? 0) > 0);
    return order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }
}
