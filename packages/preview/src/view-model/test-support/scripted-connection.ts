import { ErrorCode, type ExpandedContext, LexichordError, type Unsubscribe } from '@lexichord/abstractions';

import type {
  ConnectionListener,
  ConnectionStatus,
  DocumentChoices,
  ExpansionRequest,
  IPreviewConnection,
  OpenedDocument,
  PreviewRequest,
  StartedAssembly,
} from '../../protocol/preview-connection.js';
import type { AssemblyRecord, PanelDescription, PreviewMessage } from '../../protocol/preview-message.js';
import { aPanel } from './a-panel.js';

type Call = keyof Omit<IPreviewConnection, 'open'>;

/** A connection whose other end is the test. Calls are answered at once, unless they are held up or made to fail. */
export class ScriptedConnection implements IPreviewConnection {
  /** Names of the calls in their order, with what they were about. */
  readonly calls: string[] = [];
  readonly requests: PreviewRequest[] = [];
  readonly files = new Map<string, string>();
  /** Texts that viewers typed. */
  readonly buffers = new Map<string, string>();
  readonly kept = new Map<string, AssemblyRecord>();
  conversations: readonly string[] = [];
  isEditable = true;
  expand: (request: ExpansionRequest) => ExpandedContext = ({ segmentId, toLevel }) => ({
    segmentId,
    level: toLevel,
    content: `All of ${segmentId}.`,
    tokenCount: 4,
    isFullTranscript: toLevel === 0,
    secrets: [],
  });
  private readonly failures = new Map<Call, LexichordError>();
  private readonly holds = new Map<Call, Promise<void>>();
  private listener: ConnectionListener | undefined;
  private lastId = 0;

  /** Of the last call of `assemble`. */
  get lastAssembly(): string {
    return `own-${this.lastId}`;
  }

  get isOpen(): boolean {
    return this.listener !== undefined;
  }

  open(listener: ConnectionListener): Unsubscribe {
    this.listener = listener;
    return () => (this.listener = undefined);
  }

  /** Everything that comes first on a connection. */
  begin(panel: PanelDescription = aPanel(), history: Partial<Extract<PreviewMessage, { kind: 'history' }>> = {}): void {
    this.status('open');
    this.tell({ kind: 'panel', panel });
    this.tell({ kind: 'history', assemblies: [], ...history });
  }

  status(status: ConnectionStatus): void {
    this.listener?.onStatus(status);
  }

  tell(message: PreviewMessage): void {
    this.listener?.onMessage(message);
  }

  /** From now on calls reject; `undefined`: not any more. */
  fail(call: Call, error: LexichordError | undefined): void {
    if (error === undefined) this.failures.delete(call);
    else this.failures.set(call, error);
  }

  /** Calls wait until the answer is called. */
  holdUp(call: Call): () => void {
    let release: () => void = () => undefined;
    this.holds.set(call, new Promise((resolve) => (release = resolve)));
    return () => {
      this.holds.delete(call);
      release();
    };
  }

  async assemble(request: PreviewRequest): Promise<StartedAssembly> {
    this.requests.push(request);
    await this.answer('assemble', request.request.hints?.query ?? request.request.documentPath ?? '');
    this.lastId += 1;
    return { correlationId: this.lastAssembly, maxTokens: request.maxTokens ?? 8_000 };
  }

  async cancel(correlationId: string): Promise<void> {
    await this.answer('cancel', correlationId);
  }

  async assembly(correlationId: string): Promise<AssemblyRecord> {
    await this.answer('assembly', correlationId);
    const record = this.kept.get(correlationId);
    if (record === undefined) throw new LexichordError(ErrorCode.notFound, 'This assembly is no longer available.');
    return record;
  }

  async switchStrategy(strategyId: string, enabled: boolean): Promise<void> {
    await this.answer('switchStrategy', `${strategyId} ${enabled ? 'on' : 'off'}`);
  }

  async findDocuments(words: string): Promise<DocumentChoices> {
    await this.answer('findDocuments', words);
    const documents = [...this.files]
      .filter(([path]) => path.includes(words))
      .map(([path, content]) => ({ path, language: 'markdown', sizeBytes: content.length }));
    return { documents, total: documents.length };
  }

  async openDocument(path: string): Promise<OpenedDocument> {
    await this.answer('openDocument', path);
    const content = this.buffers.get(path) ?? this.files.get(path);
    if (content === undefined) throw new LexichordError(ErrorCode.notFound, `"${path}" does not exist.`);
    const { isEditable } = this;
    return { path, content, version: content, language: 'markdown', isEdited: this.buffers.has(path), isEditable };
  }

  async editDocument(path: string, content: string | undefined): Promise<void> {
    await this.answer('editDocument', content === undefined ? `${path} discarded` : `${path}=${content}`);
    if (content === undefined) this.buffers.delete(path);
    else this.buffers.set(path, content);
  }

  async listConversations(): Promise<readonly string[]> {
    await this.answer('listConversations', '');
    return this.conversations;
  }

  async expandSegment(request: ExpansionRequest): Promise<ExpandedContext> {
    await this.answer('expandSegment', `${request.segmentId} ${request.fromLevel}-${request.toLevel}`);
    return this.expand(request);
  }

  private async answer(call: Call, about: string): Promise<void> {
    if (call !== 'listConversations') this.calls.push(`${call} ${about}`);
    await this.holds.get(call);
    const failure = this.failures.get(call);
    if (failure !== undefined) throw failure;
  }
}
