import { CompressionLevel, type ExpansionMarker } from '@lexichord/abstractions';

import { anExpander } from './test-support/an-expander.js';

const { full, detailed, brief, tags } = CompressionLevel;

describe('ContextExpander with many callers', () => {
  it('lets concurrent requests for one expansion share one fetch', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();

    const all = await Promise.all(Array.from({ length: 20 }, () => expander.expand(id, brief, detailed)));

    expect(new Set(all).size).toBe(1);
    expect(levels.asked).toEqual([`level 1 of ${id}`]);
  });

  it('cancels one caller without the others', async () => {
    const { expander, levels } = anExpander();
    const id = levels.add();
    const gate = withGate(levels);
    const controller = new AbortController();
    const leaving = expander.expand(id, brief, detailed, controller);
    const staying = expander.expand(id, brief, detailed);
    await fetching();

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
    await fetching();

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
    await expect(expander.expandMarker(aMarker(id), { signal })).rejects.toThrow('before');
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

/** Until what was asked for is being read. */
async function fetching(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function withGate(levels: { gate: Promise<unknown> }): { open: () => void } {
  let open: () => void = () => undefined;
  levels.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open() };
}

function aMarker(segmentId: string): ExpansionMarker {
  const place = { label: 'A statement', startOffset: 0, endOffset: 5, messageIds: ['m0'] };
  return { id: `${segmentId}:brief:1`, segmentId, targetLevel: CompressionLevel.detailed, ...place };
}
