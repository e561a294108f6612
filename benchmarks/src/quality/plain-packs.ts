import type { RepositoryText } from '../peers/repository-texts.js';
import type { PlacedText } from './retrieval-measures.js';
import { TextRanking } from './text-ranking.js';

/** Code of a repository without its tests, examples and documents: what changes are looked for in. */
const codeEnding = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|swift|scala|c|h|cc|cpp|hpp)$/u;
const asideFolder =
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures?|benches|benchmarks?|examples?|docs?|vendor)\//iu;
const testFile = /(?:_test\.go|\.(?:test|spec)\.\w+|(?:^|\/)test_[^/]*\.py|Tests?\.(?:java|cs|kt))$/u;

/** Whether a file is code, also of tests. */
export function isCodeFile(path: string): boolean {
  return codeEnding.test(path);
}

/** The texts that are code of the repository, and no tests, examples or documents. */
export function codeTexts(texts: readonly RepositoryText[]): readonly RepositoryText[] {
  return texts.filter(({ path }) => isCodeFile(path) && !asideFolder.test(path) && !testFile.test(path));
}

/** Packs as full-text search makes them: the best chunks that fit, by BM25 of text and path. */
export class PlainPacks {
  private readonly ranking: TextRanking;

  constructor(
    private readonly chunks: readonly PlacedText[],
    private readonly countTokens: (text: string) => number,
  ) {
    this.ranking = new TextRanking(chunks.map(({ filePath, text }) => `${filePath}\n${text}`));
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
      if (tokens > left || taken.some((other) => overlaps(other, chunk))) continue;
      left -= tokens;
      taken.push(chunk);
    }
    return taken;
  }
}

const minTokens = 60;

/** Whether two chunks have lines in common, as chunks of several shapes have. */
function overlaps(one: PlacedText, other: PlacedText): boolean {
  return one.filePath === other.filePath && one.startLine <= other.endLine && other.startLine <= one.endLine;
}
