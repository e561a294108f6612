import {
  CompressionLevel,
  type ExpansionMarker,
  ICompressionStore,
  type ILexichordRuntime,
  emptyAssembledContext,
} from '@lexichord/abstractions';

import type { RuntimeOptions } from '../runtime-options.js';
import { TemporaryRuntimes } from '../test-support/temporary-runtimes.js';

const { tags, brief, detailed, full } = CompressionLevel;

const messages = [
  'We take the ferry at nine, and decided to book four seats on the upper deck.',
  'Good. I will write to the harbour office about the four seats tomorrow morning.',
  'The bakery opens at six.',
].map((content, index) => ({ id: `m${index}`, role: 'user', content }));

const smallSegments = { configuration: { compression: { segments: { boundary: 'size', maxMessages: 2 } } } } as const;

/** Every method of conversation memory and `expand`, by its name. */
const calls: readonly (readonly [string, (lexichord: ILexichordRuntime, signal?: AbortSignal) => Promise<unknown>])[] =
  [
    ['add', ({ memory }, signal) => memory.add('trip', messages, { signal })],
    ['addFile', ({ memory }, signal) => memory.addFile('trip', asFile(), { signal })],
    ['recall', ({ memory }, signal) => memory.recall('trip', 'ferry', { budget: 100, signal })],
    ['find', ({ memory }, signal) => memory.find('ferry', { signal })],
    ['list', ({ memory }, signal) => memory.list({ signal })],
    ['segments', ({ memory }, signal) => memory.segments('trip', { signal })],
    [
      'shouldExpand',
      ({ memory }, signal) =>
        memory.shouldExpand('What was it?', emptyAssembledContext('copilot'), { conversationId: 'trip', signal }),
    ],
    [
      'cascadeExpand',
      async (lexichord, signal) =>
        lexichord.memory.cascadeExpand(
          { segmentId: await firstSegment(lexichord), level: tags },
          { toLevel: brief, signal },
        ),
    ],
    ['export', ({ memory }, signal) => memory.export('trip', { signal })],
    ['remove', ({ memory }, signal) => memory.remove('trip', { signal })],
    [
      'expand',
      async (lexichord, signal) =>
        lexichord.expand({ segmentId: await firstSegment(lexichord), level: tags }, { toLevel: brief, signal }),
    ],
  ];

async function* asFile(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Buffer.from(JSON.stringify(messages)));
}

/** Any id where the licence opens none. */
async function firstSegment({ license, memory }: ILexichordRuntime): Promise<string> {
  if (!license.allows('WriterPro')) return 'none';
  return (await memory.segments('trip'))[0]?.segmentId ?? '';
}

describe('the conversation memory of a runtime', () => {
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
  });

  afterEach(() => runtimes.dispose());

  const open = (options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> =>
    runtimes.open({ ...smallSegments, ...options });

  it('keeps, lists, recalls, exports and removes', async () => {
    const { memory } = await open();

    const { segments } = await memory.add('trip', messages);
    const again = await memory.addFile('trip', asFile());
    const recalled = await memory.recall('trip', 'when does the ferry leave', { budget: 100 });
    const pieces: string[] = [];
    for await (const piece of await memory.export('trip')) pieces.push(piece);

    expect(segments.map(({ messageIds }) => messageIds)).toEqual([['m0', 'm1'], ['m2']]);
    expect(again).toMatchObject({ added: 0, known: 3 });
    expect(await memory.list()).toMatchObject([{ conversationId: 'trip', head: again.head, messages: 3 }]);
    expect(recalled.content).toContain('ferry at nine');
    expect(recalled.maxTokens).toBe(100);
    expect(pieces.join('')).toContain('The bakery opens at six.');
    expect(await memory.segments('trip')).toEqual(segments);
    expect(await memory.remove('trip')).toBe(true);
    expect(await memory.list()).toEqual([]);
  });

  it('gives back what an agent misses, as far as it is told to', async () => {
    const lexichord = await open();
    const { segments } = await lexichord.memory.add('trip', messages);
    const segmentId = segments[0]?.segmentId ?? '';

    const whole = await lexichord.expand({ segmentId, level: tags });
    const step = await lexichord.expand({ segmentId, level: brief }, { toLevel: detailed });
    const steps = await lexichord.memory.cascadeExpand({ segmentId, level: tags });
    const nothing = await lexichord.memory.shouldExpand('I have all I need.', emptyAssembledContext('copilot'));

    expect(whole).toMatchObject({ level: full, isFullTranscript: true });
    expect(whole.messages?.map(({ content }) => content)).toEqual(messages.slice(0, 2).map(({ content }) => content));
    expect(step.level).toBe(detailed);
    expect(steps.map(({ level }) => level)).toEqual([brief, detailed, full]);
    expect(nothing.shouldExpand).toBe(false);
  });

  it('expands a marker to its target, or to another level', async () => {
    const lexichord = await open();
    const { segments } = await lexichord.memory.add('trip', messages);
    const segmentId = segments[0]?.segmentId ?? '';
    const compressed = await lexichord.resolve(ICompressionStore).level(segmentId, tags);
    const marker = compressed?.markers[0] as ExpansionMarker;

    const atTarget = await lexichord.expand(marker);
    const whole = await lexichord.expand(marker, { toLevel: full });

    expect(atTarget).toMatchObject({ segmentId, level: marker.targetLevel });
    expect(marker.targetLevel).not.toBe(full);
    expect(whole.level).toBe(full);
  });

  it('COMP-06 §3.2: goes one level a call below Teams', async () => {
    const lexichord = await open({ lowerTierTo: 'WriterPro' });
    const { segments } = await lexichord.memory.add('trip', messages);
    const shown = { segmentId: segments[0]?.segmentId ?? '', level: tags };

    expect(await lexichord.expand(shown, { toLevel: brief })).toMatchObject({ level: brief });
    await expect(lexichord.expand(shown)).rejects.toMatchObject({
      code: 'license-required',
      details: { required: 'Teams' },
    });
    await expect(lexichord.memory.cascadeExpand(shown)).rejects.toMatchObject({ code: 'license-required' });
  });

  it.each(calls)('%s is locked below WriterPro, and says which tier opens it', async (_name, call) => {
    const lexichord = await open({ lowerTierTo: 'Core' });

    const error: unknown = await call(lexichord).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'license-required', details: { required: 'WriterPro' } });
    expect(String(error)).toContain('Run "lexichord license show"');
  });

  it.each(calls)('%s is open from WriterPro on, and rejects with the reason of its signal', async (_name, call) => {
    const lexichord = await open({ lowerTierTo: 'WriterPro' });
    await lexichord.memory.add('trip', messages);

    await expect(call(lexichord, AbortSignal.abort('enough'))).rejects.toBe('enough');
    expect(await call(lexichord)).toBeDefined();
  });
});
