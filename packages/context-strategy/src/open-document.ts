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
 * The document of a request: the assembly's version, else the editor's present one.
 *
 * @throws the errors of the editor; the signal's reason
 */
export function openDocument(
  request: RequestWithDocument,
  editor: IEditorService,
  { readDocument, signal }: CallOptions & Pick<RequestInputs, 'readDocument'> = {},
): Promise<DocumentSnapshot> {
  if (readDocument === undefined) return editor.getDocument(request.documentPath, { signal });
  return signal === undefined ? readDocument() : raceWithSignal(readDocument(), signal);
}

/** Reads the document of a request on the first call, and returns that version on all others. */
export function readDocumentOnce(
  { documentPath }: RequestWithDocument,
  editor: IEditorService,
): () => Promise<DocumentSnapshot> {
  let document: Promise<DocumentSnapshot> | undefined;
  // Read without a signal: cancelling one strategy must not affect the others.
  return () => (document ??= editor.getDocument(documentPath));
}
