import type {
  DocumentBlock,
  DocumentHeading,
  DocumentSnapshot,
  DocumentStructure,
  IDocumentStructureService,
  TextPosition,
} from '@lexichord/abstractions';

/** Knows `# ATX` headings and blocks between blank lines, which is enough for documents written in a test. */
export class PlainStructureService implements IDocumentStructureService {
  getStructure({ content }: DocumentSnapshot): Promise<DocumentStructure> {
    const headings = headingsOf(content);
    const blocks = blocksOf(content);
    return Promise.resolve({
      headings,
      blocks,
      title: headings[0]?.text,
      positionAt: (offset) => positionAt(content, offset),
      offsetAt: ({ line, column }) => offsetAt(content, line, column),
      headingPathAt: (offset) =>
        headings.filter(({ startOffset, sectionEndOffset }) => startOffset <= offset && offset < sectionEndOffset),
      blockAt: (offset) => blocks.find(({ endOffset }) => offset < endOffset) ?? blocks.at(-1),
    });
  }
}

function headingsOf(content: string): DocumentHeading[] {
  const found = [...content.matchAll(/^(#{1,6}) +(.+)$/gmu)].map((match) => ({
    level: match[1]?.length ?? 1,
    text: match[2] ?? '',
    startOffset: match.index,
    endOffset: match.index + match[0].length,
    line: positionAt(content, match.index).line,
  }));
  return found.map((heading, index) => {
    const next = found.slice(index + 1).find(({ level }) => level <= heading.level);
    return { ...heading, sectionEndOffset: next?.startOffset ?? content.length };
  });
}

function blocksOf(content: string): DocumentBlock[] {
  return [...content.matchAll(/\S(?:(?!\n[ \t]*\n)[\s\S])*/gu)].map((match) => ({
    kind: match[0].startsWith('#') ? 'heading' : 'paragraph',
    startOffset: match.index,
    endOffset: match.index + match[0].trimEnd().length,
  }));
}

function positionAt(content: string, offset: number): TextPosition {
  const before = content.slice(0, Math.max(0, Math.min(offset, content.length))).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function offsetAt(content: string, line: number, column: number): number {
  const lines = content.split('\n');
  const row = Math.max(1, Math.min(line, lines.length)) - 1;
  const start = lines.slice(0, row).reduce((sum, text) => sum + text.length + 1, 0);
  return start + Math.max(0, Math.min(column - 1, lines[row]?.length ?? 0));
}
