import {
  type CallOptions,
  ErrorCode,
  type ExpandedContext,
  ICompressionStore,
  IContextExpander,
  type ILexichordRuntime,
  LexichordError,
  LicenseRequiredError,
  type Unsubscribe,
} from '@lexichord/abstractions';

import type {
  ConnectionListener,
  DocumentChoices,
  ExpansionRequest,
  IPreviewConnection,
  OpenedDocument,
  PreviewRequest,
  StartedAssembly,
} from '../protocol/preview-connection.js';
import type { AssemblyRecord, PreviewMessage } from '../protocol/preview-message.js';
import type { AssemblyDesk } from './assembly-desk.js';
import type { AssemblyHistory } from './assembly-history.js';
import type { DocumentSearch } from './document-search.js';
import type { OpenDocuments } from './open-documents.js';
import { optionalService } from './optional-service.js';
import { requireStrategy } from './require-assemblable.js';
import type { Viewer } from './viewer.js';

/** What all viewers of a workspace share. */
export interface SharedParts {
  readonly runtime: ILexichordRuntime;
  readonly history: AssemblyHistory;
  readonly desk: AssemblyDesk;
  readonly search: DocumentSearch;
  readonly documents: OpenDocuments;
  /** @throws {LexichordError} `io-failed` when there is no room for another viewer, or the panel has stopped */
  readonly viewer: (viewerId: string) => Viewer;
  /** `panel` and `history`. */
  readonly firstMessages: (viewer: Viewer) => readonly PreviewMessage[];
  /** Called when a viewer stops listening. */
  readonly left: (viewer: Viewer) => void;
}

/** A viewer's way to the panel within the process. */
export class ViewerConnection implements IPreviewConnection {
  constructor(
    private readonly viewerId: string,
    private readonly parts: SharedParts,
  ) {}

  open(listener: ConnectionListener): Unsubscribe {
    const viewer = this.viewer();
    const detach = viewer.attach(listener, this.parts.firstMessages(viewer));
    return () => {
      detach();
      this.parts.left(viewer);
    };
  }

  async assemble(request: PreviewRequest, { signal }: CallOptions = {}): Promise<StartedAssembly> {
    signal?.throwIfAborted();
    return this.parts.desk.assemble(this.viewer(), request);
  }

  async cancel(correlationId: string, { signal }: CallOptions = {}): Promise<void> {
    await Promise.resolve();
    signal?.throwIfAborted();
    this.parts.desk.cancel(this.viewer(), correlationId);
  }

  async assembly(correlationId: string, { signal }: CallOptions = {}): Promise<AssemblyRecord> {
    await Promise.resolve();
    signal?.throwIfAborted();
    const record = this.parts.history.find(this.viewer().viewerId, correlationId);
    if (record !== undefined) return record;
    const message = 'This assembly is not kept any more. Assemble anew, or choose a later one.';
    throw new LexichordError(ErrorCode.notFound, message, { details: { correlationId } });
  }

  async switchStrategy(strategyId: string, enabled: boolean, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const { runtime } = this.parts;
    this.viewer();
    requireStrategy(runtime, strategyId);
    const state = runtime.orchestrator.describeStrategies().find((strategy) => strategy.strategyId === strategyId);
    if (state?.licensed === false) {
      throw new LicenseRequiredError(`The source "${state.displayName}"`, state.tier, runtime.license.tier);
    }
    await runtime.switchStrategy(strategyId, enabled);
  }

  async findDocuments(words: string, options: CallOptions = {}): Promise<DocumentChoices> {
    this.viewer();
    return this.parts.search.find(words, options);
  }

  async openDocument(path: string, options: CallOptions = {}): Promise<OpenedDocument> {
    const opened = await this.parts.documents.open(this.viewer().viewerId, path, options);
    // It may have been forgotten meanwhile; what it has open is forgotten with it.
    this.viewer();
    return opened;
  }

  async editDocument(path: string, content: string | undefined, options: CallOptions = {}): Promise<void> {
    await this.parts.documents.edit(this.viewer().viewerId, { path, content }, options);
  }

  async listConversations(options: CallOptions = {}): Promise<readonly string[]> {
    this.viewer();
    const { runtime } = this.parts;
    const store = runtime.license.allows('WriterPro') ? optionalService(runtime, ICompressionStore) : undefined;
    const conversations = (await store?.conversations(options)) ?? [];
    return conversations.map(({ conversationId }) => conversationId);
  }

  async expandSegment(
    { segmentId, fromLevel, toLevel }: ExpansionRequest,
    options: CallOptions = {},
  ): Promise<ExpandedContext> {
    this.viewer();
    const { runtime } = this.parts;
    const expander = optionalService(runtime, IContextExpander);
    if (expander !== undefined) return expander.expand(segmentId, fromLevel, toLevel, options);
    runtime.license.require('WriterPro', 'Expanding a conversation');
    const message = 'This host keeps no conversations, so that nothing can be expanded.';
    throw new LexichordError(ErrorCode.notFound, message, { details: { segmentId } });
  }

  private viewer(): Viewer {
    return this.parts.viewer(this.viewerId);
  }
}
