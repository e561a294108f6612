import {
  type AddFileOptions,
  type AssembledContext,
  type CallOptions,
  CompressionLevel,
  type ConversationFile,
  type ConversationHead,
  type DetectOptions,
  type ExpandOptions,
  type ExpandedContext,
  type ExpansionDecision,
  type FoundConversation,
  ICompressionStore,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
  type IWorkspaceMemory,
  type MemoryReport,
  type NewMessage,
  type RecallOptions,
  type RecalledContext,
  type SegmentSummary,
  type ShownSegment,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';

/** The services of conversation memory under one name. */
export class WorkspaceMemory implements IWorkspaceMemory {
  constructor(private readonly services: FacadeServices) {}

  async add(conversationId: string, messages: readonly NewMessage[], options?: CallOptions): Promise<MemoryReport> {
    return this.services.resolve(IConversationMemory).add(conversationId, messages, options);
  }

  async addFile(conversationId: string, file: ConversationFile, options?: AddFileOptions): Promise<MemoryReport> {
    return this.services.resolve(IConversationMemory).addFile(conversationId, file, options);
  }

  async recall(conversationId: string, query: string, { budget, signal }: RecallOptions): Promise<RecalledContext> {
    return this.services.resolve(IConversationRecall).allocate(conversationId, query, budget, { signal });
  }

  async find(query: string, options?: CallOptions): Promise<readonly FoundConversation[]> {
    return this.services.resolve(IConversationRecall).find(query, options);
  }

  async list(options?: CallOptions): Promise<readonly ConversationHead[]> {
    return this.services.resolve(ICompressionStore).conversations(options);
  }

  async segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentSummary[]> {
    return this.services.resolve(IConversationMemory).segments(conversationId, options);
  }

  async shouldExpand(
    agentResponse: string,
    currentContext: AssembledContext,
    options?: DetectOptions,
  ): Promise<ExpansionDecision> {
    return this.services.resolve(IExpansionTriggerDetector).shouldExpand(agentResponse, currentContext, options);
  }

  async cascadeExpand(
    { segmentId, level }: ShownSegment,
    { toLevel = CompressionLevel.full, signal }: ExpandOptions = {},
  ): Promise<readonly ExpandedContext[]> {
    return this.services.resolve(IContextExpander).cascadeExpand(segmentId, level, toLevel, { signal });
  }

  async export(conversationId: string, options?: CallOptions): Promise<AsyncIterable<string>> {
    return this.services.resolve(ICompressionStore).export(conversationId, options);
  }

  async remove(conversationId: string, options?: CallOptions): Promise<boolean> {
    return this.services.resolve(ICompressionStore).remove(conversationId, options);
  }
}
