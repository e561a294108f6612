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
import { ISegmentLevels, SegmentLevels } from './levels/segment-levels.js';
import { ConversationMemory } from './memory/conversation-memory.js';
import { ConversationRecall } from './recall/conversation-recall.js';
import { ISegmenter, Segmenter } from './segment/segmenter.js';
import { CompressionStore } from './store/compression-store.js';
import { IRemovals, Removals } from './store/removals.js';
import { ConversationContextStrategy } from './strategy/conversation-context-strategy.js';

/** Registers the sentence reader and what depends on it once per container, for all services. */
function withShared(container: DependencyContainer): DependencyContainer {
  if (!container.isRegistered(ISentenceReader)) {
    container.register(IRemovals, { useClass: Removals }, oncePerContainer);
    container.register(ISentenceReader, { useClass: WinkSentenceReader }, oncePerContainer);
    container.register(ISegmenter, { useClass: Segmenter }, oncePerContainer);
    container.register(ISegmentCompressor, { useClass: SegmentCompressor }, oncePerContainer);
    container.register(ISegmentLevels, { useClass: SegmentLevels }, oncePerContainer);
  }
  return container;
}

export function openArchive(container: DependencyContainer): IConversationArchive {
  return container.resolve(ConversationArchive);
}

export function openCheck(container: DependencyContainer): IStateCheck {
  return withShared(container).resolve(ConversationCheck);
}

export function openStore(container: DependencyContainer): ICompressionStore {
  return withShared(container).resolve(CompressionStore);
}

export function openMemory(container: DependencyContainer): IConversationMemory {
  return withShared(container).resolve(ConversationMemory);
}

export function openExpander(container: DependencyContainer): IContextExpander {
  return withShared(container).resolve(ContextExpander);
}

export function openDetector(container: DependencyContainer): IExpansionTriggerDetector {
  return withShared(container).resolve(ExpansionTriggerDetector);
}

export function openRecall(container: DependencyContainer): IConversationRecall {
  return withShared(container).resolve(ConversationRecall);
}

export function openStrategy(container: DependencyContainer): IContextStrategy {
  return container.resolve(ConversationContextStrategy);
}
