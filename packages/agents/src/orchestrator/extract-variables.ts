import {
  type CallOptions,
  type ContextFragment,
  type ContextGatheringRequest,
  type ContextVariables,
  type IDocumentStructureService,
  type IEditorService,
  hasCursor,
  hasDocument,
  hasSelection,
} from '@lexichord/abstractions';

/** What is known of the open document beside its path. */
export type DocumentFacts = Pick<ContextVariables, 'Language' | 'CurrentHeading'>;

/**
 * Language and current heading of the request's document. A document that cannot be read has none: the strategies
 * that needed it say why.
 */
export async function readDocumentFacts(
  request: ContextGatheringRequest,
  { editor, structure }: { editor: IEditorService; structure: IDocumentStructureService },
  { signal }: CallOptions,
): Promise<DocumentFacts> {
  if (!hasDocument(request)) return {};
  const document = await editor.getDocument(request.documentPath, { signal });
  if (!hasCursor(request)) return { Language: document.language };
  const outline = await structure.getStructure(document, { signal });
  const heading = outline.headingPathAt(request.cursorPosition).at(-1)?.text;
  return { Language: document.language, ...(heading === undefined ? {} : { CurrentHeading: heading }) };
}

/** The values that prompt templates use (DES-072c §5.1). */
export function extractVariables(
  request: ContextGatheringRequest,
  facts: DocumentFacts,
  fragments: readonly ContextFragment[],
): ContextVariables {
  return {
    AgentId: request.agentId,
    ...(hasDocument(request)
      ? { DocumentName: fileNameOf(request.documentPath), DocumentPath: request.documentPath }
      : {}),
    ...facts,
    ...(hasCursor(request) ? { CursorPosition: request.cursorPosition } : {}),
    ...(hasSelection(request) ? { SelectionLength: request.selectedText.length } : {}),
    FragmentCount: fragments.length,
    TotalTokens: fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0),
  };
}

function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
