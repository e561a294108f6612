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
import { openDocument } from '@lexichord/platform';

/** What is known of the open document beside its path. */
export type DocumentFacts = Pick<ContextVariables, 'DocumentName' | 'DocumentPath' | 'Language' | 'CurrentHeading'>;

/**
 * Names, language and current heading of the request's document. A document that cannot be read has none: the strategies
 * that needed it say why.
 */
export async function readDocumentFacts(
  request: ContextGatheringRequest,
  { editor, structure }: { editor: IEditorService; structure: IDocumentStructureService },
  { signal }: CallOptions,
): Promise<DocumentFacts> {
  if (!hasDocument(request)) return {};
  const document = await openDocument(request, editor, { signal });
  const known = { ...namesOf(document.path), Language: document.language };
  if (!hasCursor(request)) return known;
  const outline = await structure.getStructure(document, { signal });
  const heading = outline.headingPathAt(request.cursorPosition).at(-1)?.text;
  return heading === undefined ? known : { ...known, CurrentHeading: heading };
}

/** The values that prompt templates use (DES-072c §5.1). */
export function extractVariables(
  request: ContextGatheringRequest,
  facts: DocumentFacts,
  fragments: readonly ContextFragment[],
): ContextVariables {
  return {
    AgentId: request.agentId,
    // As the request names it, until the document itself says how it is named in the workspace.
    ...(hasDocument(request) ? namesOf(request.documentPath) : {}),
    ...facts,
    ...(hasCursor(request) ? { CursorPosition: request.cursorPosition } : {}),
    ...(hasSelection(request) ? { SelectionLength: request.selectedText.length } : {}),
    FragmentCount: fragments.length,
    TotalTokens: fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0),
  };
}

function namesOf(path: string): Required<Pick<DocumentFacts, 'DocumentName' | 'DocumentPath'>> {
  const fileName = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return { DocumentName: fileName, DocumentPath: path };
}
