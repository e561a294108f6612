import { CompressionLevel, type ExpansionMarker } from '@lexichord/abstractions';
import fc from 'fast-check';

import { anExpander } from './test-support/an-expander.js';

const { full, detailed, brief, tags } = CompressionLevel;

const countMetric = 'Agents.Compression.Expansion.Count';
const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

function markerOf(segmentId: string, from: string, targetLevel: CompressionLevel, number = 1): ExpansionMarker {
  const place = { label: 'A statement', startOffset: 0, endOffset: 5, messageIds: ['m0'] };
  return { id: `${segmentId}:${from}:${number}`, segmentId, targetLevel, ...place };
}

describe('ContextExpander', () => {
  it('COMP-06 §9 Scenario: Expand from Brief to Detailed', async () => {
    const { expander, levels } = anExpander({ tier: 'WriterPro' });
    const id = levels.add({ texts: { brief: 'In short.', detailed: 'With some of the details.' } });

    await expect(expander.expand(id, brief, detailed)).resolves.toEqual({
      segmentId: id,
      level: detailed,
      content: 'With some of the details.',
      tokenCount: 5,
      isFullTranscript: false,
    });
  });

  it('COMP-06 §9 Scenario: Cascade expansion', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();

    const steps = await expander.cascadeExpand(id, tags, full);

    expect(steps.map(({ level }) => level)).toEqual([brief, detailed, full]);
  });

  it('COMP-06 §8.1: retrieves more detailed content, at Full every message word by word', async () => {
    const { expander, levels } = anExpander();
    const messages = [
      { id: 'a', role: 'user', content: 'First  \r\n\u0000 words' },
      { id: 'b', role: 'assistant', content: '' },
      { id: 'c', role: 'tool', content: '\ud800 ## User: not really' },
    ];
    const id = levels.add({ messages });

    const expanded = await expander.expand(id, brief, full);

    expect(expanded).toMatchObject({ segmentId: id, level: full, isFullTranscript: true, messages });
    for (const { content } of messages) expect(expanded.content).toContain(content);
    expect(expanded.tokenCount).toBe(expanded.content.split(/\s+/u).filter((word) => word !== '').length);
  });

  it('COMP-06 §8.2: steps through each level, one count and one line each', async () => {
    const { expander, levels, log, metrics } = anExpander();
    const id = levels.add();

    const steps = await expander.cascadeExpand(id, tags, detailed);

    expect(steps.map(({ content }) => content)).toEqual([`brief ${id}`, `detailed ${id}`]);
    expect(log.lines.map(({ fields }) => [fields['FromLevel'], fields['ToLevel']])).toEqual([
      ['tags', 'brief'],
      ['brief', 'detailed'],
    ]);
    expect(metrics.measurements.filter(({ name }) => name === countMetric)).toEqual([
      { name: countMetric, value: 1, attributes: { level: 'brief' } },
      { name: countMetric, value: 1, attributes: { level: 'detailed' } },
    ]);
  });

  it('COMP-06 §7: logs one line a segment, without its words', async () => {
    const { expander, levels, log } = anExpander();
    const id = levels.add();

    await expander.expand(id, tags, full);

    expect(log.lines).toEqual([
      {
        level: 'info',
        source: 'ContextExpander',
        template: '[COMP:EXPAND] Expanded segment {SegmentId} from {FromLevel} to {ToLevel}',
        fields: { SegmentId: id, FromLevel: 'tags', ToLevel: 'full' },
      },
    ]);
  });

  it.each([
    [brief, brief],
    [full, tags],
    [detailed, brief],
    [4, 0],
    [-1, 0],
    [3, -1],
    [1.5, 0],
    [Number.NaN, 0],
    ['3', '0'],
    [undefined, 0],
    [3, null],
    ['x'.repeat(1_000), 0],
  ])('refuses to expand from %p to %p', async (from, to) => {
    const { expander, levels, metrics } = anExpander();
    const id = levels.add();
    const [fromLevel, toLevel] = [from as CompressionLevel, to as CompressionLevel];

    const refused = { code: 'invalid-argument', message: expect.stringMatching(/^.{20,400}$/u) as string };
    await expect(expander.expand(id, fromLevel, toLevel)).rejects.toMatchObject(refused);
    await expect(expander.cascadeExpand(id, fromLevel, toLevel)).rejects.toMatchObject(refused);
    expect(metrics.measurements).toEqual([]);
  });

  it.each(['0a1b2c3d-9', '', '__proto__', "'; drop table --", 'x'.repeat(100_000), '\ud800\u0000'])(
    'says that nobody stored a segment, and what to do: %#',
    async (segmentId) => {
      const { expander } = anExpander();

      await expect(expander.expand(segmentId, brief, detailed)).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringMatching(/^No segment .{0,500}lexichord memory show/su) as string,
      });
    },
  );
});

describe('ContextExpander with a licence', () => {
  it.each([
    ['Core', tags, brief, 'WriterPro'],
    ['WriterPro', tags, detailed, 'Teams'],
    ['WriterPro', brief, full, 'Teams'],
  ] as const)('COMP-06 §3.2: at %s, from %d to %d needs %s', async (tier, from, to, required) => {
    const { expander, levels } = anExpander({ tier });
    const id = levels.add();
    const refused = {
      code: 'license-required',
      details: { feature: expect.stringContaining('Agents.Compression.Expander') as string, required, current: tier },
    };

    await expect(expander.expand(id, from, to)).rejects.toMatchObject(refused);
    await expect(expander.cascadeExpand(id, from, to)).rejects.toMatchObject(refused);
    expect(levels.asked).toEqual([]);
  });

  it.each([
    [tags, brief],
    [brief, detailed],
    [detailed, full],
  ])('COMP-06 §3.2: at WriterPro one level, from %d to %d, is open, also as a cascade', async (from, to) => {
    const { expander, levels } = anExpander({ tier: 'WriterPro' });
    const id = levels.add();

    const alone = await expander.expand(id, from, to);

    await expect(expander.cascadeExpand(id, from, to)).resolves.toEqual([alone]);
  });

  it('COMP-06 §3.2: markers are graded like calls', async () => {
    const { expander, levels } = anExpander({ tier: 'WriterPro' });
    const id = levels.add();

    await expect(expander.expandMarker(markerOf(id, 'brief', detailed))).resolves.toMatchObject({ level: detailed });
    await expect(expander.expandMarker(markerOf(id, 'brief', full))).rejects.toMatchObject({
      code: 'license-required',
    });
  });
});

describe('ContextExpander.expandMarker', () => {
  it('expands the marker’s segment from the level that its id names', async () => {
    const { expander, levels, log } = anExpander();
    const id = levels.add();

    await expect(expander.expandMarker(markerOf(id, 'tags', brief, 12))).resolves.toMatchObject({ level: brief });
    expect(log.lines[0]?.fields).toEqual({ SegmentId: id, FromLevel: 'tags', ToLevel: 'brief' });
  });

  it.each([
    [{ id: '0a1b2c3d-1:brief:1' }],
    [{ segmentId: '0a1b2c3d-1' }],
    [{ id: '' }],
    [{ id: 'x'.repeat(100_000) }],
    [{ targetLevel: tags }],
    [{ targetLevel: brief }],
    [{ targetLevel: 7 as CompressionLevel }],
  ])('refuses a marker that contradicts itself: %#', async (wrong) => {
    const { expander, levels } = anExpander();
    const id = levels.add();

    const expanding = expander.expandMarker({ ...markerOf(id, 'brief', detailed), ...wrong });

    await expect(expanding).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(levels.asked).toEqual([]);
  });

  it('refuses a level that is full, unknown or spelt otherwise', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();

    for (const level of ['full', 'Brief', '2', 'toString', '']) {
      await expect(expander.expandMarker(markerOf(id, level, full))).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    }
  });
});

describe('ContextExpander’s cache', () => {
  it('COMP-06 §8.3: gives what was expanded recently without another fetch, and measures it', async () => {
    const { expander, levels, metrics } = anExpander();
    const id = levels.add();

    const first = await expander.expand(id, brief, detailed);
    const asked = levels.asked.length;
    const again = await expander.expand(id, tags, detailed);

    expect([again, levels.asked.length]).toEqual([first, asked]);
    const rates = metrics.measurements.filter(({ name }) => name === hitRateMetric);
    expect(rates.map(({ value }) => value)).toEqual([0, 0.5]);
    expect(metrics.measurements.filter(({ name }) => name === countMetric)).toHaveLength(2);
  });

  it('forgets after the configured time', async () => {
    const { expander, levels, clock } = anExpander({ cache: { maxAgeMinutes: 30 } });
    const id = levels.add();
    await expander.expand(id, brief, detailed);
    const asked = levels.asked.length;

    clock.advance(30 * 60_000);
    await expander.expand(id, brief, detailed);
    expect(levels.asked).toHaveLength(asked);
    clock.advance(1);
    await expander.expand(id, brief, detailed);

    expect(levels.asked).toHaveLength(2 * asked);
  });

  it('keeps as many as configured, those that were asked for last', async () => {
    const { expander, levels } = anExpander({ cache: { maxEntries: 2 } });
    const [one, two, three] = [1, 2, 3].map((number) => levels.add({ number })) as [string, string, string];
    for (const id of [one, two, one, three]) await expander.expand(id, brief, detailed);
    levels.asked.length = 0;

    for (const id of [one, three]) await expander.expand(id, brief, detailed);
    expect(levels.asked).toEqual([]);
    await expander.expand(two, brief, detailed);

    expect(levels.asked).not.toEqual([]);
  });

  it('can be switched off', async () => {
    const { expander, levels, metrics } = anExpander({ cache: { maxEntries: 0 } });
    const id = levels.add();

    for (let turn = 0; turn < 3; turn += 1) await expander.expand(id, brief, detailed);

    expect(levels.asked).toHaveLength(6);
    expect(metrics.measurements.at(-2)).toMatchObject({ name: hitRateMetric, value: 0 });
  });

  it('never keeps the open segment, which still grows', async () => {
    const { expander, levels } = anExpander();
    const first = { id: 'm0', role: 'user', content: 'one' };
    const id = levels.add({ isOpen: true, messages: [first] });
    await expander.expand(id, brief, full);
    const second = { id: 'm1', role: 'user', content: 'two' };
    levels.add({ isOpen: true, messages: [first, second] });

    await expect(expander.expand(id, brief, full)).resolves.toMatchObject({ messages: [first, second] });
  });

  it('keeps what a cascade had expanded before it was cancelled', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const controller = new AbortController();
    const read = levels.segment.bind(levels);
    let steps = 0;
    levels.segment = (segmentId, options) => {
      steps += 1;
      if (steps === 2) controller.abort(new RangeError('enough'));
      return read(segmentId, options);
    };

    await expect(expander.cascadeExpand(id, tags, full, controller)).rejects.toThrow('enough');
    levels.asked.length = 0;
    await expander.expand(id, tags, brief);

    expect(levels.asked).toEqual([]);
  });

  it('does not keep a failure', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    levels.gate = Promise.reject(new RangeError('disk'));
    await expect(expander.expand(id, brief, detailed)).rejects.toThrow('disk');

    levels.gate = Promise.resolve();

    await expect(expander.expand(id, brief, detailed)).resolves.toMatchObject({ level: detailed });
  });

  it('keeps only so much of very long messages', async () => {
    const { expander, levels } = anExpander();
    const content = 'x'.repeat(12_000_000);
    const ids = [1, 2, 3].map((number) => levels.add({ number, messages: [{ id: 'm', role: 'user', content }] })) as [
      string,
      string,
      string,
    ];
    for (const id of ids) await expander.expand(id, brief, full);
    levels.asked.length = 0;

    await expander.expand(ids[2], brief, full);
    expect(levels.asked).toEqual([]);
    await expander.expand(ids[0], brief, full);

    expect(levels.asked).not.toEqual([]);
  });
});

describe('ContextExpander with many callers', () => {
  it('lets concurrent requests for one expansion share one fetch', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();

    const all = await Promise.all(Array.from({ length: 20 }, () => expander.expand(id, brief, detailed)));

    expect(new Set(all).size).toBe(1);
    expect(levels.asked).toEqual([`segment ${id}`, `level 1 of ${id}`]);
  });

  it('cancels one caller without the others', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const gate = withGate(levels);
    const controller = new AbortController();
    const leaving = expander.expand(id, brief, detailed, controller);
    const staying = expander.expand(id, brief, detailed);

    controller.abort(new RangeError('leaving'));
    await expect(leaving).rejects.toThrow('leaving');
    gate.open();

    await expect(staying).resolves.toMatchObject({ level: detailed });
    expect(levels.signals[0]?.aborted).toBe(true);
  });

  it('calls the fetch off when all have left, and starts another for whoever comes then', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const gate = withGate(levels);
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const controllers = [new AbortController(), new AbortController()];
    const leaving = controllers.map((controller) => expander.expand(id, brief, detailed, controller));

    for (const controller of controllers) controller.abort(new RangeError('gone'));
    for (const one of leaving) await expect(one).rejects.toThrow('gone');
    const next = expander.expand(id, brief, detailed);
    gate.open();

    await expect(next).resolves.toMatchObject({ level: detailed });
    expect(levels.signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('rejects at once when it was cancelled before', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const signal = AbortSignal.abort(new RangeError('before'));

    await expect(expander.expand(id, brief, detailed, { signal })).rejects.toThrow('before');
    await expect(expander.expandMarker(markerOf(id, 'brief', detailed), { signal })).rejects.toThrow('before');
    await expect(expander.cascadeExpand(id, tags, full, { signal })).rejects.toThrow('before');
    expect(levels.asked).toEqual([]);
  });

  it('gives everybody the failure of a fetch that they shared', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const refuse = Promise.reject(new RangeError('disk'));
    levels.gate = refuse;

    const all = await Promise.allSettled([1, 2, 3].map(() => expander.expand(id, brief, detailed)));

    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});

describe('ContextExpander, whatever the order of calls', () => {
  const level = fc.constantFrom(full, detailed, brief, tags);
  const call = fc.record({ number: fc.integer({ min: 1, max: 4 }), from: level, to: level, isCascade: fc.boolean() });

  it('gives the same as without a cache', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), fc.integer({ min: 0, max: 5 }), async (calls, maxEntries) => {
        const cached = anExpander({ cache: { maxEntries } });
        const plain = anExpander({ cache: { maxEntries: 0 } });
        for (const { levels } of [cached, plain])
          for (let n = 1; n <= 3; n += 1) levels.add({ number: n, isOpen: n === 3 });
        const id = (number: number): string => cached.levels.add({ number: 1 }).replace(/1$/u, String(number));
        const run = ({ expander }: typeof cached) =>
          Promise.allSettled(
            calls.map(({ number, from, to, isCascade }) =>
              isCascade ? expander.cascadeExpand(id(number), from, to) : expander.expand(id(number), from, to),
            ),
          );

        const [left, right] = [await run(cached), await run(plain)];

        expect(left).toEqual(right);
        for (const [index, { from, to, isCascade, number }] of calls.entries()) {
          const outcome = left[index]!;
          expect(outcome.status).toBe(to < from && number <= 3 ? 'fulfilled' : 'rejected');
          if (outcome.status !== 'fulfilled') continue;
          expect([outcome.value].flat()).toHaveLength(isCascade ? from - to : 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function withGate(levels: { gate: Promise<unknown> }): { open: () => void } {
  let open: () => void = () => undefined;
  levels.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open() };
}
