import { CompressionLevel } from '@lexichord/abstractions';
import fc from 'fast-check';

import { anExpander } from './test-support/an-expander.js';

const { full, detailed, brief, tags } = CompressionLevel;

const countMetric = 'Agents.Compression.Expansion.Count';
const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

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

  it('forgets what was removed, also when it was being read at that moment', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    await expander.expand(id, brief, detailed);
    const asked = levels.asked.length;

    levels.currentLife = 2;
    const reading = expander.expand(id, brief, detailed);
    levels.currentLife = 3;
    await reading;
    await expander.expand(id, brief, detailed);

    expect(levels.asked).toHaveLength(3 * asked);
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

    expect(levels.asked).toHaveLength(3);
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
    const read = levels.storedLevel.bind(levels);
    let steps = 0;
    levels.storedLevel = (segmentId, level, options) => {
      steps += 1;
      if (steps === 2) controller.abort(new RangeError('enough'));
      return read(segmentId, level, options);
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
    const content = `${'x'.repeat(999)} `.repeat(12_000);
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
