import {
  type CallOptions,
  type ContextGatheringRequest,
  type DocumentSnapshot,
  type IEditorService,
  type ISecretScanner,
  type RequestInputs,
  type WithheldSecret,
  hasCursor,
  hasDocument,
  hasSelection,
} from '@lexichord/abstractions';
import { type ScreenedText, screenText } from '@lexichord/secrets';
import { openDocument } from '@lexichord/context-strategy';
import { placeInFile, withheldSecrets } from '@lexichord/secrets/internal';
import { findSelection } from '../strategies/find-selection.js';

/** A request whose texts have no secrets. */
export interface ScreenedRequest {
  /** The given one if it has no secrets. */
  readonly request: ContextGatheringRequest;
  /** Reads the document without its secrets; cursor and selection of {@link request} are offsets in it. */
  readonly readDocument: RequestInputs['readDocument'];
  readonly secrets: readonly WithheldSecret[];
}

/** Collaborators of {@link screenRequest}. */
export interface ScreenRequestContext extends CallOptions, Pick<RequestInputs, 'readDocument'> {
  readonly scanner: ISecretScanner;
  readonly editor: IEditorService;
}

/**
 * Replaces secrets in a request's document, selection and query before they are cut, because the scanner does not
 * recognise half of a key. A document that cannot be read is left to the strategies, which report the reason.
 *
 * @throws the signal's reason
 */
export async function screenRequest(
  given: ContextGatheringRequest,
  context: ScreenRequestContext,
): Promise<ScreenedRequest> {
  const { scanner, readDocument, signal } = context;
  const document = await screenDocument(given, context);
  const query = await screenText(given.hints?.query ?? '', scanner, { signal });
  const selection = await screenSelection(given, document, context);
  if (document?.screened.isChanged !== true && !query.isChanged && selection === undefined) {
    return { request: given, readDocument, secrets: [] };
  }
  const { hints = {}, ...rest } = given;
  const request: ContextGatheringRequest = Object.freeze({
    ...rest,
    ...(document === undefined || !hasCursor(given)
      ? {}
      : { cursorPosition: document.screened.offsetOf(given.cursorPosition) }),
    ...(selection === undefined ? {} : { selectedText: selection.text }),
    hints: Object.freeze({
      ...hints,
      ...(hints.query === undefined ? {} : { query: query.text }),
      ...(selection?.range === undefined ? {} : { selectionRange: Object.freeze(selection.range) }),
    }),
  });
  return {
    request,
    // A screened document is not read again, because the second reading would be unscreened.
    readDocument: document === undefined ? readDocument : () => Promise.resolve(document.snapshot),
    secrets: [
      ...(document === undefined
        ? []
        : withheldSecrets(document.screened.findings, (finding) => placeInFile(document.snapshot.path, finding))),
      ...(selection?.secrets ?? []),
      ...withheldSecrets(query.findings, () => 'the query'),
    ],
  };
}

interface ScreenedDocument {
  readonly original: DocumentSnapshot;
  readonly screened: ScreenedText;
  /** The original if it has no secrets, so that results derived from it stay cached. */
  readonly snapshot: DocumentSnapshot;
}

/** Cached by identity: a snapshot never changes, and results derived from it are cached by identity, too. */
const screenedDocuments = new WeakMap<DocumentSnapshot, ScreenedDocument>();

async function screenDocument(
  request: ContextGatheringRequest,
  { editor, scanner, readDocument, signal }: ScreenRequestContext,
): Promise<ScreenedDocument | undefined> {
  if (!hasDocument(request)) return undefined;
  const original = await openIfReadable(request, editor, { readDocument, signal });
  if (original === undefined) return undefined;
  const cached = screenedDocuments.get(original);
  if (cached !== undefined) return cached;
  const screened = await screenText(original.content, scanner, { keepsLines: true, signal });
  const snapshot = screened.isChanged ? { ...original, content: screened.text } : original;
  const document = { original, screened, snapshot };
  screenedDocuments.set(original, document);
  return document;
}

/** The document; `undefined` if it cannot be read: the strategies that need it get the same failure, and report it. */
async function openIfReadable(
  request: ContextGatheringRequest & { readonly documentPath: string },
  editor: IEditorService,
  options: CallOptions & Pick<RequestInputs, 'readDocument'>,
): Promise<DocumentSnapshot | undefined> {
  try {
    return await openDocument(request, editor, options);
  } catch {
    options.signal?.throwIfAborted();
    return undefined;
  }
}

interface ScreenedSelection {
  readonly text: string;
  /** Offsets in the screened document, if the selection was found in it. */
  readonly range?: { readonly startOffset: number; readonly endOffset: number };
  readonly secrets: readonly WithheldSecret[];
}

/** @returns `undefined` if the selection has no secrets and its offsets have not changed */
async function screenSelection(
  request: ContextGatheringRequest,
  document: ScreenedDocument | undefined,
  { scanner, signal }: ScreenRequestContext,
): Promise<ScreenedSelection | undefined> {
  if (!hasSelection(request)) return undefined;
  const found = document?.screened.isChanged === true ? findSelection(document.original.content, request) : undefined;
  if (found !== undefined && document !== undefined) {
    const range = document.screened.rangeOf(found);
    return { text: document.snapshot.content.slice(range.startOffset, range.endOffset), range, secrets: [] };
  }
  const alone = await screenText(request.selectedText, scanner, { signal, keepsLines: true });
  if (!alone.isChanged) return undefined;
  const secrets = withheldSecrets(alone.findings, (finding) => placeInFile('the selection', finding));
  return { text: alone.text, secrets };
}
