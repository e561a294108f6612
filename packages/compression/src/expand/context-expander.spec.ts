import { CompressionLevel, type ExpansionMarker } from '@lexichord/abstractions';

import { indentLines } from '../render/turn-lines.js';
import { anExpander } from './test-support/an-expander.js';

const { full, detailed, brief, tags } = CompressionLevel;

const countMetric = 'Agents.Compression.Expansion.Count';

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
      secrets: [],
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
    for (const { content } of messages) expect(expanded.content).toContain(indentLines(content));
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
