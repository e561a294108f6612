import { isFullRun, seededNumbers } from '@lexichord/testing';

import { type BitPosition, FlippedLog, type ReaderResult } from './test-support/flipped-log.js';

/** Bytes of the data files of which one bit is flipped; in a full run all of them. */
const sampledPositions = 60;
/** Of a byte: of a place the sign, of text what makes another letter of it. */
const [signBit, letterBit] = [7, 0];

describe('a log of which one bit was flipped', () => {
  const log = new FlippedLog();
  let truth: ReadonlyMap<string, ReaderResult>;

  beforeAll(async () => {
    await log.make();
    truth = await log.read();
  });

  afterAll(() => log.dispose());

  /** What readers gave that is not what was stored; where all refuse, nothing. */
  async function liesWith(flipped: BitPosition): Promise<readonly string[]> {
    const found = [...(await log.readFlipped(flipped))];
    return found
      .filter(([reader, { text, refusal }]) => refusal === undefined && text !== truth.get(reader)?.text)
      .map(([reader]) => `${reader} with bit ${flipped.bit} of byte ${flipped.position}`);
  }

  it('is read whole by every reader before', () => {
    expect([...truth.values()].filter(({ refusal }) => refusal !== undefined)).toEqual([]);
  });

  it('COMP-06: is given as the whole truth or not at all, wherever the bit is', async () => {
    const random = seededNumbers(20);
    const all = await log.positions();
    const step = isFullRun() ? 1 : Math.floor(all.length / sampledPositions);
    const lies: string[] = [];
    for (let first = 0; first + step <= all.length; first += step) {
      const place = all[first + Math.floor(random() * step)]!;
      lies.push(...(await liesWith({ ...place, bit: Math.floor(random() * 8) })));
    }

    expect(lies).toEqual([]);
  });

  it('is given as the whole truth or not at all where the bit is in a value that rows are found by', async () => {
    const positions = await log.searchedPositions();
    const lies: string[] = [];
    for (const place of positions) {
      for (const bit of [signBit, letterBit]) lies.push(...(await liesWith({ ...place, bit })));
    }

    expect(positions.length).toBeGreaterThan(8);
    expect(lies).toEqual([]);
  });
});
