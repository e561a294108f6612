import type { CallOptions, ContextGatheringRequest, DocumentSnapshot, IEditorService } from '@lexichord/abstractions';
import { raceWithSignal } from '../async/race-with-signal.js';

/** A request whose document is read once, however often it is asked for. */
interface Pin {
  document?: Promise<DocumentSnapshot>;
}

const pins = new WeakMap<ContextGatheringRequest, Pin>();

/**
 * From now on everybody who opens the document of this very request object gets one version of it. Whoever serves a
 * request with several parts that count offsets pins a copy of its own, so that an edit meanwhile mixes nothing.
 *
 * @param document that version; absent: what the first one who opens it reads
 */
export function pinDocument(request: ContextGatheringRequest, document?: Promise<DocumentSnapshot>): void {
  pins.set(request, document === undefined ? {} : { document });
}

/**
 * The document of a request: the pinned version, else what it is now.
 *
 * @throws what the editor throws; the signal's reason
 */
export function openDocument(
  request: ContextGatheringRequest & { readonly documentPath: string },
  editor: IEditorService,
  { signal }: CallOptions = {},
): Promise<DocumentSnapshot> {
  const pin = pins.get(request);
  if (pin === undefined) return editor.getDocument(request.documentPath, { signal });
  // Read without a signal: one strategy's end is not the others'.
  pin.document ??= editor.getDocument(request.documentPath);
  return signal === undefined ? pin.document : raceWithSignal(pin.document, signal);
}
