import type { PlacedText } from '../quality/retrieval-measures.js';
import type { SplittersModule } from './peer-modules.js';
import type { RepositoryText } from './repository-texts.js';

const linesOfPiece = 50;
/** About as long as a chunk of ours. */
const charactersOfPiece = 2_000;

/** @param size lines of a piece; the usual baseline has fifty */
export function splitAtLines(texts: readonly RepositoryText[], size = linesOfPiece): readonly PlacedText[] {
  return texts.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return Array.from({ length: Math.ceil(lines.length / size) }, (_, index) => {
      const [from, to] = [index * size, Math.min((index + 1) * size, lines.length)];
      return { filePath: path, startLine: from + 1, endLine: to, text: lines.slice(from, to).join('\n') };
    });
  });
}

/** LangChain's recursive splitter, by the language where it has one. */
export async function splitWithLangChain(
  texts: readonly RepositoryText[],
  splitters: SplittersModule,
): Promise<readonly PlacedText[]> {
  const options = { chunkSize: charactersOfPiece, chunkOverlap: 0 };
  const pieces: PlacedText[] = [];
  for (const { path, text } of texts) {
    const language = languageByEnding[path.slice(path.lastIndexOf('.') + 1)];
    const splitter =
      language === undefined
        ? new splitters.RecursiveCharacterTextSplitter(options)
        : splitters.RecursiveCharacterTextSplitter.fromLanguage(language, options);
    for (const { pageContent, metadata } of await splitter.createDocuments([text])) {
      const { from, to } = metadata.loc.lines;
      pieces.push({ filePath: path, startLine: from, endLine: to, text: pageContent });
    }
  }
  return pieces;
}

const languageByEnding: Readonly<Record<string, string>> = {
  ...{ c: 'cpp', cc: 'cpp', cpp: 'cpp', h: 'cpp', hpp: 'cpp', go: 'go', java: 'java', js: 'js', mjs: 'js', jsx: 'js' },
  ...{ ts: 'js', tsx: 'js', php: 'php', py: 'python', rst: 'rst', rb: 'ruby', rs: 'rust', scala: 'scala' },
  ...{ swift: 'swift', md: 'markdown', html: 'html' },
};
