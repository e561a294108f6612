import {
  type ApproximationReason,
  type CallOptions,
  type ContextFragment,
  type ContextGatheringRequest,
  type ContextVariables,
  type IDocumentStructureService,
  type IEditorService,
  type RequestInputs,
  hasCursor,
  hasDocument,
  hasSelection,
} from '@lexichord/abstractions';
import { openDocument } from '@lexichord/context-strategy';

/** Facts about the open document. */
export interface DocumentFacts {
  readonly variables?: Pick<ContextVariables, 'DocumentName' | 'DocumentPath' | 'Language' | 'CurrentHeading'>;
  /** The reason why the document's headings and blocks may be wrong. */
  readonly approximationReason?: ApproximationReason | undefined;
}

/**
 * Reads names, language and current heading of the request's document.
 *
 * @throws the errors of reading the document; an assembly then has no facts, and strategies that need the document
 * report the error
 */
export async function readDocumentFacts(
  request: ContextGatheringRequest,
  { editor, structure }: { editor: IEditorService; structure: IDocumentStructureService },
  options: CallOptions & Pick<RequestInputs, 'readDocument'>,
): Promise<DocumentFacts> {
  if (!hasDocument(request)) return {};
  const document = await openDocument(request, editor, options);
  const variables = { ...namesOf(document.path), Language: document.language };
  const outline = await structure.getStructure(document, { signal: options.signal });
  const heading = hasCursor(request) ? outline.headingPathAt(request.cursorPosition).at(-1)?.text : undefined;
  return {
    variables: heading === undefined ? variables : { ...variables, CurrentHeading: heading },
    approximationReason: outline.approximationReason,
  };
}

/** The values that prompt templates use (DES-072c §5.1). */
export function extractVariables(
  request: ContextGatheringRequest,
  facts: DocumentFacts,
  fragments: readonly ContextFragment[],
): ContextVariables {
  return {
    AgentId: request.agentId,
    // The path in the request, unless the document has provided its path in the workspace.
    ...(hasDocument(request) ? namesOf(request.documentPath) : {}),
    ...facts.variables,
    ...(hasCursor(request) ? { CursorPosition: request.cursorPosition } : {}),
    ...(hasSelection(request) ? { SelectionLength: request.selectedText.length } : {}),
    FragmentCount: fragments.length,
    TotalTokens: fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0),
  };
}

function namesOf(path: string): Required<Pick<ContextVariables, 'DocumentName' | 'DocumentPath'>> {
  const fileName = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return { DocumentName: fileName, DocumentPath: path };
}
