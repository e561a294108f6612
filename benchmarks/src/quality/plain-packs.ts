import type { RepositoryText } from '../peers/repository-texts.js';
import { splitAtLines } from '../peers/split-texts.js';
import type { PlacedText } from './retrieval-measures.js';
import { TextRanking } from './text-ranking.js';

/** Code of a repository without its tests, examples and documents: what changes are looked for in. */
const codeEnding = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|swift|scala|c|h|cc|cpp|hpp)$/u;
const asideFolder =
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures?|benches|benchmarks?|examples?|docs?|vendor)\//iu;
const testFile = /(?:_test\.go|\.(?:test|spec)\.\w+|(?:^|\/)test_[^/]*\.py|Tests?\.(?:java|cs|kt))$/u;

/** Packs as full-text search makes them: the best chunks of fifty lines of code that fit, by BM25 of text and path. */
export class PlainPacks {
  private readonly chunks: readonly PlacedText[];
  private readonly ranking: TextRanking;

  constructor(
    texts: readonly RepositoryText[],
    private readonly countTokens: (text: string) => number,
  ) {
    const isCode = ({ path }: RepositoryText): boolean =>
      codeEnding.test(path) && !asideFolder.test(path) && !testFile.test(path);
    this.chunks = splitAtLines(texts.filter(isCode));
    this.ranking = new TextRanking(this.chunks.map(({ filePath, text }) => `${filePath}\n${text}`));
  }

  /** The places of a pack, best first. @param budget in tokens, paths and line numbers included */
  pack(task: string, budget: number): readonly PlacedText[] {
    let left = budget;
    const taken: PlacedText[] = [];
    for (const number of this.ranking.best(task)) {
      const chunk = this.chunks[number];
      // No chunk is shorter than its heading.
      if (chunk === undefined || left < minTokens) break;
      const { filePath, startLine, endLine, text } = chunk;
      const tokens = this.countTokens(`### ${filePath}:${startLine}-${endLine}\n\n\`\`\`\n${text}\n\`\`\`\n\n`);
      if (tokens > left) continue;
      left -= tokens;
      taken.push(chunk);
    }
    return taken;
  }
}

const minTokens = 60;
