import type {
  CallOptions,
  CompressionLevel,
  ContextGatheringRequest,
  ExpandedContext,
  Unsubscribe,
} from '@lexichord/abstractions';

import type { AssemblyRecord, PreviewMessage } from './preview-message.js';

/** Whether messages arrive: `lost` while a connection that was there is being made again. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed';

/** Listener of a connection. */
export interface ConnectionListener {
  /** In the order in which they were sent. */
  readonly onMessage: (message: PreviewMessage) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
}

/** A viewer's request for an assembly. */
export interface PreviewRequest {
  readonly request: ContextGatheringRequest;
  /** In tokens; lowered to the panel's maximum budget. Absent: the agent's. */
  readonly maxTokens?: number | undefined;
  readonly requiredStrategies?: readonly string[] | undefined;
  readonly excludedStrategies?: readonly string[] | undefined;
  /** Whether typing caused it: of several such in a row, the history keeps the last. */
  readonly isLive?: boolean | undefined;
}

/** An assembly that has begun. Its result comes as a message. */
export interface StartedAssembly {
  readonly correlationId: string;
  /** Its budget in tokens. */
  readonly maxTokens: number;
}

/** A file that can be opened. */
export interface DocumentChoice {
  readonly path: string;
  readonly language: string;
  readonly sizeBytes: number;
}

/** Files whose path holds every word of a search, best first. */
export interface DocumentChoices {
  readonly documents: readonly DocumentChoice[];
  /** Number of all matching documents. */
  readonly total: number;
}

/** The text of a document as strategies see it. */
export interface OpenedDocument {
  readonly path: string;
  /** Line ends as in the file. */
  readonly content: string;
  readonly version: string;
  readonly language: string;
  /** Whether it has edits that are not in the file. */
  readonly isEdited: boolean;
  /** False when another program has unsaved changes of it, or the text could not be written back unchanged. */
  readonly isEditable: boolean;
}

/** Which part of a segment, in more detail. */
export interface ExpansionRequest {
  readonly segmentId: string;
  readonly fromLevel: CompressionLevel;
  readonly toLevel: CompressionLevel;
}

/**
 * One viewer's way to the panel of a workspace: within the process, or over HTTP. Everything rejects with a
 * `LexichordError` whose code and message are the panel's own; `io-failed` when the panel cannot be reached.
 */
export interface IPreviewConnection {
  /** Begins to listen: `panel` and `history` come first. One listener at a time. */
  open(listener: ConnectionListener): Unsubscribe;

  /**
   * Begins an assembly; one of this viewer that is under way is cancelled.
   *
   * @throws {LexichordError} `invalid-argument` for a malformed request, `unknown-agent`, `unknown-strategy`
   */
  assemble(request: PreviewRequest, options?: CallOptions): Promise<StartedAssembly>;

  /** Cancels this viewer's assembly, if it is still under way. */
  cancel(correlationId: string, options?: CallOptions): Promise<void>;

  /** An assembly that is kept. @throws {LexichordError} `not-found` when it is not kept any more */
  assembly(correlationId: string, options?: CallOptions): Promise<AssemblyRecord>;

  /**
   * Switches a strategy for all users of the workspace.
   * @throws {LexichordError} `unknown-strategy`; {LicenseRequiredError} for a locked one
   */
  switchStrategy(strategyId: string, enabled: boolean, options?: CallOptions): Promise<void>;

  /** Files of the workspace by a few words of their path. */
  findDocuments(words: string, options?: CallOptions): Promise<DocumentChoices>;

  /**
   * Opens the document that this viewer shows; its changes are reported.
   * @throws the errors of `IEditorService.getDocument`
   */
  openDocument(path: string, options?: CallOptions): Promise<OpenedDocument>;

  /**
   * Sets the unsaved text of a document for all requests to this process; the file is not changed. `undefined` removes
   * it.
   *
   * @throws {LexichordError} `invalid-argument` for a document that is not editable; `file-too-large`
   */
  editDocument(path: string, content: string | undefined, options?: CallOptions): Promise<void>;

  /** Ids of the stored conversations, in order. None where memory is locked. */
  listConversations(options?: CallOptions): Promise<readonly string[]>;

  /** @throws the errors of `IContextExpander.expand` */
  expandSegment(request: ExpansionRequest, options?: CallOptions): Promise<ExpandedContext>;
}
