import { addFileMessages } from '../file/add-file-messages.js';
import type { CompressionStore } from '../store/compression-store.js';
import type { LogRow } from '../store/compression-tables.js';
import { inChunks, someMessages } from '../store/test-support/stored-conversation.js';
import { ChangedLog, loggedFile } from './test-support/changed-log.js';

describe('verifyLog', () => {
  const log = new ChangedLog();
  let store: CompressionStore;
  let rows: readonly LogRow[];
  let given: string;

  beforeAll(async () => {
    ({ store, rows, given } = await log.open());
  });

  afterAll(() => log.dispose());

  it('finds nothing where nothing was changed', async () => {
    expect(rows.map(({ kind }) => kind)).toEqual(['message', 'message', 'message', 'end', 'plain', 'plain', 'head']);
    await log.whileChanged(rows, async () => {
      expect(await store.verify('c', given)).toMatchObject({ isIntact: true, messages: 5, newer: 0 });
    });
  });

  it('COMP-06: finds another text in any stored row', async () => {
    for (const [place, row] of rows.entries()) {
      const changed = rows.map((one, index) => (index === place ? { ...row, text: `${row.text} ` } : one));
      await log.whileChanged(changed, () => log.expectFound());
    }
  });

  it('COMP-06: finds what was removed, added, doubled or brought into another order', async () => {
    const [first, second] = rows as readonly [LogRow, LogRow];
    const last = rows.at(-2)!;
    const inserted = { ...last, key: `${last.key.slice(0, -1)}9`, record: 9, index: 5, id: 'm5' };
    const swapped = (a: LogRow, b: LogRow): LogRow => ({ ...a, text: b.text, before: b.before, id: b.id });
    const changes: readonly (readonly LogRow[])[] = [
      ...rows.map((_row, place) => rows.filter((_one, index) => index !== place)),
      ...rows.map((_row, place) => rows.filter(({ kind }, index) => kind === 'head' || index < place)).slice(0, -2),
      [...rows, inserted],
      [...rows, { ...inserted, record: 2 }],
      [...rows, { ...inserted, record: -5, index: -5 }],
      [swapped(first, second), swapped(second, first), ...rows.slice(2)],
    ];

    for (const changed of changes) await log.whileChanged(changed, () => log.expectFound());
  });

  it('COMP-06: finds a tail that was cut off together with what the head says', async () => {
    const shorter = await log.temporary.fresh();
    const { head } = await addFileMessages(shorter, 'c', inChunks(loggedFile));

    expect(await shorter.verify('c', given)).toMatchObject({ isIntact: false, messages: 3, newer: 0, head });
    expect(await store.verify('c', head)).toMatchObject({ isIntact: true, newer: 2 });
  });

  it('is not mistaken about what others add meanwhile', async () => {
    const quick = await log.temporary.fresh();
    const { head } = await quick.append('c', someMessages(300));

    const [checks] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => quick.verify('c', head))),
      (async () => {
        for (let round = 0; round < 10; round++) await quick.append('c', someMessages(3));
      })(),
    ]);

    expect(checks.map(({ isIntact }) => isIntact)).toEqual([true, true, true, true]);
  });

  it('adds nothing to a conversation whose head is not what was stored, and does not read what is no message', async () => {
    const head = rows.at(-1)!;
    await log.whileChanged([...rows.slice(0, -1), { ...head, text: `${head.text} ` }], () => log.expectFound());
    await log.whileChanged([...rows.slice(0, -1), { ...head, text: '{"records":0}' }], async () => {
      await expect(store.append('c', someMessages(1))).rejects.toMatchObject({ code: 'storage-failed' });
    });
    await log.whileChanged([...rows.slice(0, -1), { ...head, text: 'removed 1' }], async () => {
      await log.expectFound();
      await expect(store.append('c', someMessages(1))).rejects.toMatchObject({ code: 'storage-failed' });
    });
    await log.whileChanged([{ ...rows[0]!, text: '{"role":"SECRET"}' }, ...rows.slice(1)], async () => {
      await expect(store.messages('c')).rejects.toMatchObject({ code: 'storage-failed', details: { message: 1 } });
      await expect(store.messages('c')).rejects.not.toThrow('SECRET');
    });
  });
});
