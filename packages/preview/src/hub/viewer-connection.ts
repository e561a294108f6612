import {
  type CallOptions,
  ErrorCode,
  type ExpandedContext,
  ICompressionStore,
  IContextExpander,
  type ILexichordRuntime,
  LexichordError,
  LicenseRequiredError,
  type Token,
  type Unsubscribe,
  isLexichordError,
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
import type { AssemblyController } from './assembly-controller.js';
import type { AssemblyHistory } from './assembly-history.js';
import type { DocumentSearch } from './document-search.js';
import type { OpenDocuments } from './open-documents.js';
import type { PanelNames } from './panel-names.js';
import { requireStrategy } from './require-assemblable.js';
import type { Viewer } from './viewer.js';

/** Collaborators that all viewers of a workspace share. */
export interface SharedParts {
  readonly runtime: ILexichordRuntime;
  readonly history: AssemblyHistory;
  readonly assemblies: AssemblyController;
  readonly names: PanelNames;
  readonly search: DocumentSearch;
  readonly documents: OpenDocuments;
  /** @throws {LexichordError} `io-failed` when there is no room for another viewer, or the panel has stopped */
  readonly viewer: (viewerId: string) => Viewer;
  /** `panel` and `history`. */
  readonly firstMessages: (viewer: Viewer) => readonly PreviewMessage[];
  /** Called when a viewer stops listening. */
  readonly left: (viewer: Viewer) => void;
}

/** A viewer's connection within the process. */
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
    // The selection is no name, and can be as long as a document.
    const brought = { ...request, request: { ...request.request, selectedText: undefined } };
    return this.parts.names.guard(brought, { signal }, () => this.parts.assemblies.assemble(this.viewer(), request));
  }

  async cancel(correlationId: string, { signal }: CallOptions = {}): Promise<void> {
    await Promise.resolve();
    signal?.throwIfAborted();
    this.parts.assemblies.cancel(this.viewer(), correlationId);
  }

  async assembly(correlationId: string, { signal }: CallOptions = {}): Promise<AssemblyRecord> {
    await Promise.resolve();
    signal?.throwIfAborted();
    const record = this.parts.history.find(this.viewer().viewerId, correlationId);
    if (record !== undefined) return record;
    const message = 'This assembly is no longer available. Assemble again, or choose a later one.';
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
    const { names, documents } = this.parts;
    const { viewerId } = this.viewer();
    const opened = await names.guard({ path }, options, () =>
      documents.open(viewerId, names.originalOf(path), options),
    );
    const shown = await names.show(opened.path, options);
    // The viewer may have been forgotten meanwhile, with its open document.
    this.viewer();
    return { ...opened, path: shown };
  }

  async editDocument(path: string, content: string | undefined, options: CallOptions = {}): Promise<void> {
    const { names, documents } = this.parts;
    const { viewerId } = this.viewer();
    await names.guard({ path }, options, () =>
      documents.edit(viewerId, { path: names.originalOf(path), content }, options),
    );
  }

  async listConversations(options: CallOptions = {}): Promise<readonly string[]> {
    this.viewer();
    const { runtime } = this.parts;
    const store = runtime.license.allows('WriterPro') ? optionalService(runtime, ICompressionStore) : undefined;
    const conversations = (await store?.conversations(options)) ?? [];
    const ids = conversations.map(({ conversationId }) => conversationId);
    await this.parts.names.learn(ids, options);
    return ids.map((id) => this.parts.names.of(id));
  }

  async expandSegment(
    { segmentId, fromLevel, toLevel }: ExpansionRequest,
    options: CallOptions = {},
  ): Promise<ExpandedContext> {
    this.viewer();
    const { runtime, names } = this.parts;
    const expander = optionalService(runtime, IContextExpander);
    if (expander !== undefined) {
      // Secrets in the original messages are replaced, too: a viewer sees the text for a model.
      return names.guard({ segmentId }, options, async () =>
        names.screen(await expander.expand(segmentId, fromLevel, toLevel, options)),
      );
    }
    runtime.license.require('WriterPro', 'Expanding a conversation');
    const message = 'This host stores no conversations, so there is nothing to expand.';
    throw new LexichordError(ErrorCode.notFound, message, { details: { segmentId } });
  }

  private viewer(): Viewer {
    return this.parts.viewer(this.viewerId);
  }
}

/** The runtime's service for a token; `undefined` when it is not registered. */
export function optionalService<T>(runtime: Pick<ILexichordRuntime, 'resolve'>, wanted: Token<T>): T | undefined {
  try {
    return runtime.resolve(wanted);
  } catch (error) {
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}
