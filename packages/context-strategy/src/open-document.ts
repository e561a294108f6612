import type {
  CallOptions,
  ContextGatheringRequest,
  DocumentSnapshot,
  IEditorService,
  RequestInputs,
} from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform/internal';

/** A request that names a document. */
type RequestWithDocument = ContextGatheringRequest & { readonly documentPath: string };

/**
 * The document of a request: the assembly's version, else what the editor has now.
 *
 * @throws what the editor throws; the signal's reason
 */
export function openDocument(
  request: RequestWithDocument,
  editor: IEditorService,
  { readDocument, signal }: CallOptions & Pick<RequestInputs, 'readDocument'> = {},
): Promise<DocumentSnapshot> {
  if (readDocument === undefined) return editor.getDocument(request.documentPath, { signal });
  return signal === undefined ? readDocument() : raceWithSignal(readDocument(), signal);
}

/** Reads the document of a request with the first call, and gives that version with every other. */
export function readDocumentOnce(
  { documentPath }: RequestWithDocument,
  editor: IEditorService,
): () => Promise<DocumentSnapshot> {
  let document: Promise<DocumentSnapshot> | undefined;
  // Read without a signal: one strategy's end is not the others'.
  return () => (document ??= editor.getDocument(documentPath));
}
