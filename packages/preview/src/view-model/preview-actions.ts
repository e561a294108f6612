import type { CompressionLevel, Unsubscribe } from '@lexichord/abstractions';

import type { DocumentChoices } from '../protocol/preview-connection.js';
import type { DocumentPlace, PreviewState } from './preview-state.js';

/** Actions of a viewer. None rejects: a failure is shown in the state. */
export interface IContextPreviewViewModel {
  readonly state: PreviewState;
  /** Called after each change, at most once per turn of the event loop. */
  subscribe(listener: () => void): Unsubscribe;

  /** Begins to listen, and opens the remembered document. */
  start(): void;
  dispose(): void;

  /** Assembles again, even without changes (AC-8). */
  refresh(): Promise<void>;
  cancel(): Promise<void>;

  /** Switches a source on or off for the whole workspace (AC-7). */
  toggle(sourceId: string): Promise<void>;
  /** Folds or unfolds a source's content. */
  toggleExpanded(sourceId: string): void;
  expandAll(isExpanded: boolean): void;

  setAgent(agentId: string): void;
  setQuery(query: string): void;
  setConversation(conversationId: string | undefined): void;
  /** In tokens; `undefined`: the agent's own. */
  setBudget(tokens: number | undefined): void;

  findDocuments(words: string): Promise<DocumentChoices>;
  openDocument(path: string): Promise<void>;
  closeDocument(): void;
  /** Cursor or selection; both ends in UTF-16 units of the document's content. `undefined` takes the cursor away. */
  setPlace(place: DocumentPlace | undefined): void;
  /** Sets the viewer's whole text. */
  edit(content: string, place: DocumentPlace): void;
  discardEdits(): Promise<void>;

  /** More of a segment of the conversation on view; `undefined` folds it again. */
  expandSegment(segmentId: string, toLevel: CompressionLevel | undefined): Promise<void>;

  /** An assembly of the timeline; `undefined`: the newest of this viewer. */
  show(correlationId: string | undefined): Promise<void>;
  /** Picks an assembly for a comparison, or takes it back; two picked ones are compared. */
  toggleCompared(correlationId: string): Promise<void>;
  closeComparison(): void;

  /** Text that "copy" puts on the clipboard: the whole prompt, or one source's content. */
  textToCopy(sourceId?: string): string;
  dismissFailure(): void;
}

/** Keeps a few words between visits, such as a browser's storage. */
export interface PreviewMemory {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
}
