import type {
  ICompressionStore,
  IContextExpander,
  IContextStrategy,
  IConversationArchive,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
  IStateCheck,
} from '@lexichord/abstractions';
import { oncePerContainer } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { ConversationArchive } from './archive/conversation-archive.js';
import { ConversationCheck } from './check/conversation-check.js';
import { SegmentCompressor } from './compress/compress-segment.js';
import { ISegmentCompressor } from './compress/segment-compressor.js';
import { ExpansionTriggerDetector } from './detect/expansion-trigger-detector.js';
import { ContextExpander } from './expand/context-expander.js';
import { ISentenceReader } from './language/sentence-reader.js';
import { WinkSentenceReader } from './language/wink-sentence-reader.js';
import { ISegmentLevels, SegmentLevels } from './segment-levels.js';
import { ConversationMemory } from './memory/conversation-memory.js';
import { ConversationRecall } from './recall/conversation-recall.js';
import { ISegmenter, Segmenter } from './segment/segmenter.js';
import { CompressionStore } from './store/compression-store.js';
import { IRemovals, Removals } from './store/removals.js';
import { ConversationContextStrategy } from './strategy/conversation-context-strategy.js';

/** Registers the sentence reader and its dependents once per container, for all services. */
function withSharedServices(container: DependencyContainer): DependencyContainer {
  if (!container.isRegistered(ISentenceReader)) {
    container.register(IRemovals, { useClass: Removals }, oncePerContainer);
    container.register(ISentenceReader, { useClass: WinkSentenceReader }, oncePerContainer);
    container.register(ISegmenter, { useClass: Segmenter }, oncePerContainer);
    container.register(ISegmentCompressor, { useClass: SegmentCompressor }, oncePerContainer);
    container.register(ISegmentLevels, { useClass: SegmentLevels }, oncePerContainer);
  }
  return container;
}

export function createArchive(container: DependencyContainer): IConversationArchive {
  return container.resolve(ConversationArchive);
}

export function createCheck(container: DependencyContainer): IStateCheck {
  return withSharedServices(container).resolve(ConversationCheck);
}

export function createStore(container: DependencyContainer): ICompressionStore {
  return withSharedServices(container).resolve(CompressionStore);
}

export function createMemory(container: DependencyContainer): IConversationMemory {
  return withSharedServices(container).resolve(ConversationMemory);
}

export function createExpander(container: DependencyContainer): IContextExpander {
  return withSharedServices(container).resolve(ContextExpander);
}

export function createDetector(container: DependencyContainer): IExpansionTriggerDetector {
  return withSharedServices(container).resolve(ExpansionTriggerDetector);
}

export function createRecall(container: DependencyContainer): IConversationRecall {
  return withSharedServices(container).resolve(ConversationRecall);
}

export function createStrategy(container: DependencyContainer): IContextStrategy {
  return container.resolve(ConversationContextStrategy);
}
