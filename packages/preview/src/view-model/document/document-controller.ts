import { ErrorCode } from '@lexichord/abstractions';

import type { IPreviewConnection, OpenedDocument } from '../../protocol/preview-connection.js';
import type { DocumentPlace } from '../preview-state.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import type { PreviewStore } from '../state/preview-store.js';
import { placeWithin } from './document-place.js';
import { TypedEdits } from './typed-edits.js';

/** The document of the last visit. */
export interface RememberedDocument {
  readonly path: string;
  /** Absent when there was no cursor. */
  readonly place?: DocumentPlace | undefined;
}

/** The viewer's document: opens, edits, and reloads it after changes by others. */
export class DocumentController {
  private readonly edits: TypedEdits;
  /** The requested document, open or not. */
  private wanted: RememberedDocument | undefined;
  /** The document that a new connection is opening. */
  private resuming: { readonly wanted: RememberedDocument; readonly done: Promise<void> } | undefined;
  private reading = 0;
  private revision = 0;

  constructor(
    private readonly store: PreviewStore,
    private readonly connection: IPreviewConnection,
    private readonly gate: ConnectionGate,
  ) {
    this.edits = new TypedEdits(connection);
  }

  /** Opened as soon as there is a connection. */
  remember(document: RememberedDocument): void {
    this.wanted = document;
  }

  /** Document to open at the next visit. */
  get remembered(): RememberedDocument | undefined {
    const { document } = this.store.facts;
    return document === undefined ? this.wanted : { path: document.path, place: document.place };
  }

  /** Whether it was opened; a failure is in the state. */
  async open(path: string): Promise<boolean> {
    const wanted = { path };
    this.wanted = wanted;
    this.store.forgetFailure('action');
    try {
      await this.gate.pass();
      if (this.wanted !== wanted) return false;
      // The host named a document before the connection was open; it is opened on connect.
      if (this.resuming?.wanted === wanted) {
        await this.resuming.done;
        return false;
      }
      if (this.store.facts.document?.path === path) return true;
      await this.edits.send();
      return await this.read(wanted);
    } catch (error) {
      // The document before stays on view.
      if (this.wanted === wanted) this.wanted = this.openPlace;
      this.store.fail(error);
      return false;
    }
  }

  close(): void {
    this.wanted = undefined;
    this.reading += 1;
    this.store.update({ document: undefined });
    // Pending edits are sent, as earlier ones were. A failure is shown in the state.
    this.edits.send().catch((error: unknown) => this.store.fail(error));
  }

  setPlace(place: DocumentPlace | undefined): boolean {
    const { document } = this.store.facts;
    if (document === undefined) return false;
    const within = place && placeWithin(document.content, place);
    if (within?.anchor === document.place?.anchor && within?.head === document.place?.head) return false;
    this.store.update({ document: { ...document, place: within } });
    return true;
  }

  /** Whether there is anything to assemble for. */
  edit(content: string, place: DocumentPlace): boolean {
    const { document } = this.store.facts;
    if (document === undefined) return false;
    if (content === document.content) return this.setPlace(place);
    if (!document.isEditable) {
      this.revision += 1;
      const message = `"${document.path}" cannot be edited here: another program has unsaved changes of it, or it could not be written back as it is.`;
      this.store.update({
        document: { ...document, revision: this.revision },
        failure: { code: ErrorCode.invalidArgument, message, of: 'action' },
      });
      return false;
    }
    this.store.update({ document: { ...document, content, isEdited: true, place: placeWithin(content, place) } });
    this.edits.type(document.path, content);
    return true;
  }

  /** Sends the typed text. @throws the errors of `IPreviewConnection.editDocument` */
  async sendEdits(): Promise<void> {
    await this.edits.send();
  }

  /** Whether the file's own text is on view again. */
  async discardEdits(): Promise<boolean> {
    const { document } = this.store.facts;
    if (document === undefined) return false;
    this.store.forgetFailure('action');
    try {
      await this.gate.pass();
      await this.edits.discard(document.path);
      return await this.read(document);
    } catch (error) {
      this.store.fail(error);
      return false;
    }
  }

  /** Reloads a document that was changed elsewhere, unless the viewer is editing it. */
  async readAgain(path: string): Promise<boolean> {
    const { document } = this.store.facts;
    if (document?.path !== path) return false;
    try {
      await this.read(document);
    } catch (error) {
      this.store.fail(error);
    }
    return true;
  }

  /** Reopens the document on a new connection, with the viewer's edits. */
  async resume(): Promise<void> {
    const wanted = this.openPlace ?? this.wanted;
    if (wanted === undefined) return;
    const done = this.reopen(wanted);
    this.resuming = { wanted, done };
    await done;
    if (this.resuming.done === done) this.resuming = undefined;
  }

  private async reopen(wanted: RememberedDocument): Promise<void> {
    try {
      await this.read(wanted, { isResumed: true });
      await this.edits.send();
    } catch (error) {
      if (this.store.facts.document === undefined && this.wanted === wanted) this.wanted = undefined;
      this.store.fail(error);
    }
  }

  private get openPlace(): RememberedDocument | undefined {
    return this.store.facts.document;
  }

  /** Whether the document is on view now. */
  private async read({ path, place }: RememberedDocument, { isResumed = false } = {}): Promise<boolean> {
    this.reading += 1;
    const { reading } = this;
    const { edition } = this.edits;
    const opened = await this.connection.openDocument(path);
    if (this.reading !== reading) return false;
    if (isResumed && !opened.isEdited) this.edits.resend(path);
    const isTypedInto = this.edits.edition !== edition || this.edits.hasUnsent(path);
    if (!isTypedInto) this.edits.compare(path, opened.content);
    this.show(opened, place, isTypedInto);
    return true;
  }

  private show(opened: OpenedDocument, wantedPlace: DocumentPlace | undefined, isTypedInto: boolean): void {
    const { path, language, isEdited, isEditable } = opened;
    const { document } = this.store.facts;
    const before = document?.path === path ? document : undefined;
    // The viewer's edits win over changes that arrived meanwhile.
    const isKept = isTypedInto && before !== undefined;
    const content = isKept ? before.content : opened.content;
    if (before?.content !== content) this.revision += 1;
    const place = before === undefined ? wantedPlace : before.place;
    this.wanted = { path, place };
    this.store.update({
      document: {
        path,
        language,
        isEditable,
        isEdited: isEdited || isKept,
        content,
        place: place && placeWithin(content, place),
        revision: this.revision,
      },
    });
  }
}
