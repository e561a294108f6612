import {
  type CallOptions,
  type ContextGatheringRequest,
  type DocumentSnapshot,
  type DocumentStructure,
  type IDocumentStructureService,
  type IEditorService,
  type RequestInputs,
  hasCursor,
  hasDocument,
  hasSelection,
} from '@lexichord/abstractions';
import { openDocument } from './open-document.js';

/** Services for reading the paragraph at the cursor. */
export interface QueryServices extends CallOptions, Pick<RequestInputs, 'readDocument'> {
  readonly editor: IEditorService;
  readonly structure: IDocumentStructureService;
}

/** Maximum length of a query, in UTF-16 units: a longer one only slows down the search. */
export const maxQueryLength = 2_000;

/**
 * Derives the search query of a request: the `query` hint, else the selected text, else the text block around the
 * cursor under its heading. At most `maxQueryLength` long, cut at a word; `undefined` when the request has none of the
 * three.
 *
 * @throws the errors of the editor, only if the paragraph is needed
 */
export async function deriveQuery(
  request: ContextGatheringRequest,
  { editor, structure, readDocument, signal }: QueryServices,
): Promise<string | undefined> {
  const given = [request.hints?.query, hasSelection(request) ? request.selectedText : undefined];
  for (const text of given) {
    const query = bounded(text ?? '');
    if (query.length > 0) return query;
  }
  if (!hasDocument(request) || !hasCursor(request)) return undefined;
  const snapshot = await openDocument(request, editor, { readDocument, signal });
  const parsed = await structure.getStructure(snapshot, { signal });
  const query = paragraphAt(request.cursorPosition, snapshot, parsed);
  return query.length > 0 ? query : undefined;
}

function paragraphAt(cursor: number, { content }: DocumentSnapshot, structure: DocumentStructure): string {
  const offset = Math.min(cursor, content.length);
  const block = structure.blockAt(offset);
  if (block === undefined) return '';
  const heading = structure.headingPathAt(block.startOffset).at(-1);
  const title = bounded(heading?.text ?? '', maxQueryLength / 4);
  const { startOffset, endOffset } = block.kind === 'heading' ? firstBlockUnder(block, structure) : block;
  const room = maxQueryLength - title.length - 1;
  const start = startOffset + Math.max(0, Math.min(offset - startOffset - room / 2, endOffset - startOffset - room));
  const paragraph = bounded(content.slice(wordStart(content, Math.floor(start), endOffset), endOffset), room);
  return `${title}\n${paragraph}`.trim();
}

interface Block {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** The first block under a heading, which belongs to the query: a heading alone is too short. */
function firstBlockUnder(heading: Block, { blocks }: DocumentStructure): Block {
  const next = blocks.find(({ startOffset }) => startOffset >= heading.endOffset);
  if (next === undefined || next.kind === 'heading') {
    return { startOffset: heading.endOffset, endOffset: heading.endOffset };
  }
  return next;
}

/** The start of the next word, if the offset is inside a long text. */
function wordStart(content: string, offset: number, end: number): number {
  if (offset === 0 || /\s/u.test(content.charAt(offset - 1))) return offset;
  const space = content.slice(offset, Math.min(end, offset + 100)).search(/\s/u);
  return space < 0 ? offset : offset + space;
}

function bounded(text: string, maxLength = maxQueryLength): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxLength) return trimmed;
  const lastSpace = trimmed.slice(0, maxLength + 1).search(/\s\S*$/u);
  const isPairSplit = (trimmed.charCodeAt(maxLength) & 0xfc00) === 0xdc00;
  return trimmed.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength - (isPairSplit ? 1 : 0)).trim();
}
