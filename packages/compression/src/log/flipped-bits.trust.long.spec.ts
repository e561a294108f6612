import { isFullRun, seededNumbers } from '@lexichord/testing';

import { FlippedLog, type ReaderResult } from './test-support/flipped-log.js';

/** Every so many bytes one bit is flipped, from a drawn one on; in a full run one of every byte. */
const sampledPositions = 60;

describe('a log of which one bit was flipped', () => {
  const log = new FlippedLog();
  let truth: ReadonlyMap<string, ReaderResult>;

  beforeAll(async () => {
    await log.make();
    truth = await log.read();
  });

  afterAll(() => log.dispose());

  it('COMP-06: is given by every reader as the whole truth or not at all, wherever the bit is', async () => {
    const random = seededNumbers(20);
    const all = await log.positions();
    const step = isFullRun() ? 1 : Math.floor(all.length / sampledPositions);
    const lies: string[] = [];
    let refusals = 0;
    for (let first = 0; first + step <= all.length; first += step) {
      const place = all[first + Math.floor(random() * step)]!;
      const bit = Math.floor(random() * 8);
      for (const [reader, { text, refusal }] of await log.readFlipped({ ...place, bit })) {
        if (refusal !== undefined) refusals += 1;
        else if (text !== truth.get(reader)?.text) lies.push(`${reader} with bit ${bit} of byte ${place.position}`);
      }
    }

    expect([...truth.values()].filter(({ refusal }) => refusal !== undefined)).toEqual([]);
    expect(lies).toEqual([]);
    expect(refusals).toBeGreaterThan(0);
  });
});
