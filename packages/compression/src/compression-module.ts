import 'reflect-metadata';
import {
  IChatCompletionService,
  ICompressionStore,
  IContextExpander,
  IContextStrategy,
  IConversationArchive,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
  IStateCheck,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import type { LicensedModuleSetup } from '@lexichord/platform';
import { parseOptions, registerLazy } from '@lexichord/platform/internal';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

import { OpenAiChatService } from './open-ai-chat-service.js';
import { CompressionOptions, type CompressionOptionsInput, compressionOptionsSchema } from './compression-options.js';
import type * as CompressionServices from './compression-services.js';
import { conversationDescriptor, lazyConversationStrategy } from './strategy/lazy-conversation-strategy.js';

/**
 * Registers conversation memory, each service once per container. Does no I/O, and loads the code of the services only
 * when they are called; they need `IDatabase`, `IEmbeddingProvider`, `ISecretScanner`, `ITokenCounter`, `IClock`,
 * `IMetrics`, `ILicenseService` and `ILogger`, which may be registered later. If a host has registered its own
 * `IChatCompletionService`, that is used.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerCompressionModule(
  container: DependencyContainer,
  { license, options: given = {} }: LicensedModuleSetup<CompressionOptionsInput>,
): void {
  const options = parseOptions(compressionOptionsSchema, given, 'compression options');
  container.register(CompressionOptions, { useValue: options });
  container.register(StrategyDescriptor, { useValue: conversationDescriptor });
  const { chat } = options;
  if (chat !== undefined) {
    container.register(IChatCompletionService, {
      useFactory: instanceCachingFactory(() => new OpenAiChatService(chat)),
    });
  }
  // Open to every tier, so that stored data stays reachable when a licence ends.
  registerLazy<IConversationArchive>(container, IConversationArchive, {
    methods: { check: true, unlisted: true, mend: true, backUp: true, restore: true },
    load: async (scope) => (await services()).createArchive(scope),
  });
  registerLazy<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await services()).createCheck(scope),
  });
  registerServices(container, () => license.require(conversationDescriptor.tier, 'Conversation memory'));
  if (license.allows(conversationDescriptor.tier)) registerStrategy(container);
}

function services(): Promise<typeof CompressionServices> {
  return import('./compression-services.js');
}

/**
 * Registers services under every licence; locked ones reject when they are called. The expander itself checks for Teams
 * (COMP-06 §3.2).
 *
 * @param check checks the licence at each call, because it may expire after the registration
 */
function registerServices(container: DependencyContainer, check: () => void): void {
  registerLazy<ICompressionStore>(container, ICompressionStore, {
    methods: {
      append: true,
      head: true,
      conversations: true,
      verify: true,
      messages: true,
      messagesAt: true,
      fileBreaks: true,
      putSegments: true,
      life: true,
      segment: true,
      segments: true,
      putLevel: true,
      level: true,
      levels: true,
      anchors: true,
      export: true,
      remove: true,
      expire: true,
    },
    check,
    load: async (scope) => (await services()).createStore(scope),
  });
  registerLazy<IConversationMemory>(container, IConversationMemory, {
    methods: { add: true, addFile: true, segments: true, storedLevels: true, segment: true },
    check,
    load: async (scope) => (await services()).createMemory(scope),
  });
  registerLazy<IContextExpander>(container, IContextExpander, {
    methods: { expand: true, expandMarker: true, cascadeExpand: true },
    check,
    load: async (scope) => (await services()).createExpander(scope),
  });
  registerLazy<IExpansionTriggerDetector>(container, IExpansionTriggerDetector, {
    methods: { shouldExpand: true },
    check,
    load: async (scope) => (await services()).createDetector(scope),
  });
  registerLazy<IConversationRecall>(container, IConversationRecall, {
    methods: { allocate: true, find: true },
    check,
    load: async (scope) => (await services()).createRecall(scope),
  });
}

function registerStrategy(container: DependencyContainer): void {
  container.register(IContextStrategy, {
    useFactory: instanceCachingFactory((scope) =>
      lazyConversationStrategy(async () => (await services()).createStrategy(scope)),
    ),
  });
}
