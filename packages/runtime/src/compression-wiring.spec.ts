import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  ICompressionStore,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  IChatCompletionService,
  IExpansionTriggerDetector,
  type ILexichordRuntime,
} from '@lexichord/abstractions';
import { CompressionOptions } from '@lexichord/compression';

import { loadConfiguration } from './configuration/load-configuration.js';
import { storeOptions } from './create-runtime.js';
import type { RuntimeOptions } from './runtime-options.js';
import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

const chat = { endpoint: 'http://localhost:1/v1', model: 'small' };

const everyKey = `
compression:
  segments: { boundary: time, max_messages: 3, max_tokens: 5, gap_minutes: 7 }
  method: abstractive
  shares: { detailed: 0.5, brief: 0.25, tags: 0.125 }
  cache: { max_entries: 11, max_age_minutes: 13 }
  retention: { levels_days: 17, originals_days: 19 }
  chat: { endpoint: "http://localhost:1/v1", model: small, api_key: key, timeout_ms: 23 }
`;

describe('the conversation memory of a runtime', () => {
  let folder: string;
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
    ({ folder } = runtimes);
  });

  afterEach(() => runtimes.dispose());

  function open(options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    return runtimes.open(options);
  }

  it('has every key of its section from the configuration', async () => {
    await writeFile(join(folder, 'user.yml'), everyKey);

    const runtime = await open({ userConfigurationFile: join(folder, 'user.yml') });

    expect(runtime.resolve(CompressionOptions)).toEqual({
      segments: { boundary: 'time', maxMessages: 3, maxTokens: 5, gapMinutes: 7 },
      method: 'abstractive',
      shares: { detailed: 0.5, brief: 0.25, tags: 0.125 },
      cache: { maxEntries: 11, maxAgeMinutes: 13 },
      retention: { levelsDays: 17, originalsDays: 19 },
      chat: { ...chat, apiKey: 'key', timeoutMs: 23 },
    });
  });

  it('stores, expands and recalls', async () => {
    await mkdir(join(folder, '.agent'));
    await writeFile(
      join(folder, '.agent/config.yml'),
      'compression: { segments: { boundary: size, max_messages: 2 } }\n',
    );
    const runtime = await open();
    const messages = ['We take the ferry at nine.', 'Good.', 'The bakery opens at six.'].map((content) => ({
      role: 'user',
      content,
    }));

    const { segments } = await runtime.resolve(IConversationMemory).add('trip', messages);
    const segmentId = segments[0]?.segmentId ?? '';
    const expanded = await runtime.resolve(IContextExpander).expand(segmentId, 2, 0);
    const recalled = await runtime.resolve(IConversationRecall).allocate('trip', 'ferry', 100);
    const decision = await runtime.orchestrator
      .assemble({ agentId: 'copilot', hints: { conversationId: 'trip', query: 'ferry' } }, { maxTokens: 2_000 })
      .then((assembled) => runtime.resolve(IExpansionTriggerDetector).shouldExpand('I have all I need.', assembled));

    expect(segments.map(({ messageIds }) => messageIds)).toEqual([['m0', 'm1'], ['m2']]);
    expect(expanded.messages?.map(({ content }) => content)).toEqual(['We take the ferry at nine.', 'Good.']);
    expect(recalled.content).toContain('ferry at nine');
    expect(decision.shouldExpand).toBe(false);
  });

  it('says at start that a method has no language model to ask', async () => {
    const abstractive = { compression: { method: 'abstractive' } } as const;
    const error: unknown = await open({ configuration: abstractive }).catch((reason: unknown) => reason);
    const configured = await open({ configuration: { compression: { method: 'abstractive', chat } } });
    const own: IChatCompletionService = { complete: () => Promise.reject(new TypeError('Not asked.')) } as never;
    const registered = await open({
      configuration: abstractive,
      register: (container) => container.register(IChatCompletionService, { useValue: own }),
    });

    expect(error).toMatchObject({ code: 'invalid-configuration' });
    expect(String(error)).toContain('Set compression.chat.endpoint and compression.chat.model');
    expect(configured.resolve(ICompressionStore)).toBeDefined();
    expect(registered.resolve(IChatCompletionService)).toBe(own);
  });

  it('lets a repair remove compressed levels, which can be made again, and never what was said', async () => {
    const { values } = await loadConfiguration({ workspaceRoot: folder, environment: {} });

    const { derivedTables } = storeOptions(values.storage, folder, join(folder, 'state'));

    expect(Object.keys(derivedTables ?? {})).toContain('compressed-segments');
    expect(Object.keys(derivedTables ?? {})).not.toContain('conversation-log');
    expect(Object.keys(derivedTables ?? {})).not.toContain('conversation-segments');
  });

  it('Core: it is locked, and says so to a call and in an assembly', async () => {
    const runtime = await open({ lowerTierTo: 'Core' });

    const states = runtime.orchestrator.describeStrategies();

    const locked = runtime.resolve(ICompressionStore).conversations();
    await expect(locked).rejects.toMatchObject({ code: 'license-required' });
    expect(states.find(({ strategyId }) => strategyId === 'conversation')).toMatchObject({ licensed: false });
  });
});
