import type {
  DocumentBlock,
  DocumentSnapshot,
  DocumentStructure,
  IDocumentStructureService,
} from '@lexichord/abstractions';
import { PlainStructureService } from '@lexichord/testing';

/** The plain structure of tests, with fenced code as one block each, no headings inside it, and tables. */
export class FencedStructureService implements IDocumentStructureService {
  private readonly plain = new PlainStructureService();
  private readonly structures = new WeakMap<DocumentSnapshot, DocumentStructure>();

  async getStructure(snapshot: DocumentSnapshot): Promise<DocumentStructure> {
    const structure = this.structures.get(snapshot) ?? (await this.withFences(snapshot));
    this.structures.set(snapshot, structure);
    return structure;
  }

  private async withFences(snapshot: DocumentSnapshot): Promise<DocumentStructure> {
    const plain = await this.plain.getStructure(snapshot);
    const fences = [...snapshot.content.matchAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gmu)].map((match): DocumentBlock => ({
      kind: 'code',
      startOffset: match.index,
      endOffset: match.index + match[0].length,
    }));
    const isFenced = (offset: number): boolean =>
      fences.some(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
    const others = plain.blocks
      .filter(({ startOffset }) => !isFenced(startOffset))
      .map((block) =>
        snapshot.content.startsWith('|', block.startOffset) ? { ...block, kind: 'table' as const } : block,
      );
    const blocks = [...others, ...fences].sort((left, right) => left.startOffset - right.startOffset);
    return {
      ...plain,
      blocks,
      headings: plain.headings.filter(({ startOffset }) => !isFenced(startOffset)),
      blockAt: (offset) => blocks.find(({ endOffset }) => offset < endOffset) ?? blocks.at(-1),
    };
  }
}
