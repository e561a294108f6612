import { type Table, equals, or } from '@lexichord/storage';

import { addFileMessages } from '../file/add-file-messages.js';
import type { CompressionStore } from '../store/compression-store.js';
import { type LogRow, logTable } from '../store/compression-tables.js';
import { inChunks, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';

const file = '[{"role":"user","content":"one"},{"role":"user","content":"two"},{"role":"user","content":"three"}]';

describe('verifyLog', () => {
  const temporary = new TemporaryStores();
  let store: CompressionStore;
  let table: Table<LogRow>;
  /** As they were written, the head last. */
  let rows: readonly LogRow[];
  let given: string;

  beforeAll(async () => {
    const database = temporary.database(await temporary.place());
    store = temporary.store(database);
    await addFileMessages(store, 'c', inChunks(file));
    ({ head: given } = await store.append('c', [{ id: 'own', role: 'tool', content: '' }, ...someMessages(1)]));
    await store.append('other', someMessages(2));
    table = await database.table(logTable);
    rows = (await rowsOf('c')).sort((a, b) => ((a.record + 100) % 100) - ((b.record + 100) % 100));
  });

  afterAll(() => temporary.dispose());

  async function rowsOf(conversationId: string): Promise<LogRow[]> {
    const all: LogRow[] = [];
    for await (const batch of table.scan()) all.push(...batch);
    const head = all.find(({ kind, id }) => kind === 'head' && id === conversationId);
    return all.filter(({ conversation }) => conversation === head?.conversation);
  }

  /** Runs a check of rows that were changed behind the store's back, and puts everything back. */
  async function whileChanged(changed: readonly LogRow[], check: () => Promise<void>): Promise<void> {
    const conversation = rows[0]!.conversation;
    const replace = async (others: readonly LogRow[]): Promise<void> => {
      await table.deleteWhere(or(equals('conversation', conversation), equals('conversation', 'elsewhere')));
      await table.upsert(others);
    };
    await replace(changed);
    await check();
    await replace(rows);
  }

  const findsIt = async (): Promise<void> => {
    const check = await store.verify('c', given);
    expect(check).toMatchObject({ isIntact: false, newer: 0, problem: expect.any(String) as string });
    expect(check.problem).not.toMatch(/one|two|three/u);
  };

  it('finds nothing where nothing was changed', async () => {
    expect(rows.map(({ kind }) => kind)).toEqual(['message', 'message', 'message', 'end', 'plain', 'plain', 'head']);
    await whileChanged(rows, async () => {
      expect(await store.verify('c', given)).toMatchObject({ isIntact: true, messages: 5, newer: 0 });
    });
  });

  it('COMP-06: finds any change of any value of any stored row', async () => {
    for (const [place, row] of rows.entries()) {
      for (const [column, value] of Object.entries(row)) {
        const others = typeof value === 'number' ? [value + 1, value - 1] : [changedText(value), ''];
        const moved = column === 'conversation' ? ['elsewhere'] : others;
        for (const other of moved.filter((one) => one !== value)) {
          const changed = rows.map((one, index) => (index === place ? { ...row, [column]: other } : one));
          await whileChanged(changed, findsIt);
        }
      }
    }
    const withTime = rows.map((row, index) => (index === 0 ? { ...row, changedMs: 1 } : row));
    await whileChanged(withTime, findsIt);
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

    for (const changed of changes) await whileChanged(changed, findsIt);
  });

  it('COMP-06: finds a tail that was cut off together with what the head says', async () => {
    const shorter = await temporary.fresh();
    const { head } = await addFileMessages(shorter, 'c', inChunks(file));

    expect(await shorter.verify('c', given)).toMatchObject({ isIntact: false, messages: 3, newer: 0, head });
    expect(await store.verify('c', head)).toMatchObject({ isIntact: true, newer: 2 });
  });

  it('is not mistaken about what others add meanwhile', async () => {
    const quick = await temporary.fresh();
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
    await whileChanged([...rows.slice(0, -1), { ...head, text: `${head.text} ` }], findsIt);
    await whileChanged([...rows.slice(0, -1), { ...head, text: '{"records":0}' }], async () => {
      await expect(store.append('c', someMessages(1))).rejects.toMatchObject({ code: 'storage-failed' });
    });
    await whileChanged([...rows.slice(0, -1), { ...head, text: 'removed 1' }], async () => {
      await findsIt();
      await expect(store.append('c', someMessages(1))).rejects.toMatchObject({ code: 'storage-failed' });
    });
    await whileChanged([{ ...rows[0]!, text: '{"role":"SECRET"}' }, ...rows.slice(1)], async () => {
      await expect(store.messages('c')).rejects.toMatchObject({ code: 'storage-failed', details: { message: 1 } });
      await expect(store.messages('c')).rejects.not.toThrow('SECRET');
    });
  });
});

function changedText(text: string): string {
  return text.length < 2 ? `${text}x` : text.slice(0, 1) + String.fromCharCode(text.charCodeAt(1) ^ 1) + text.slice(2);
}
