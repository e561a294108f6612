import { type Table, equals, or } from '@lexichord/storage';

import { addFileMessages } from '../../file/add-file-messages.js';
import type { CompressionStore } from '../../store/compression-store.js';
import { type LogRow, logTable } from '../../store/compression-tables.js';
import { inChunks, someMessages } from '../../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../../store/test-support/temporary-stores.js';

export const loggedFile =
  '[{"role":"user","content":"one"},{"role":"user","content":"two"},{"role":"user","content":"three"}]';

/** The log of conversation `c`, whose rows are changed behind the store's back. Another conversation stands beside it. */
export class ChangedLog {
  readonly temporary = new TemporaryStores();
  private opened:
    { readonly store: CompressionStore; readonly table: Table<LogRow>; readonly given: string } | undefined;
  private rows: readonly LogRow[] = [];

  /** @returns the store, the rows of `c` as they were written, the head last, and the hash that was given out */
  async open(): Promise<{
    readonly store: CompressionStore;
    readonly rows: readonly LogRow[];
    readonly given: string;
  }> {
    const database = this.temporary.database(await this.temporary.location());
    const store = this.temporary.store(database);
    await addFileMessages(store, 'c', inChunks(loggedFile));
    const { head: given } = await store.append('c', [{ id: 'own', role: 'tool', content: '' }, ...someMessages(1)]);
    await store.append('other', someMessages(2));
    const table = await database.table(logTable);
    this.opened = { store, table, given };
    this.rows = (await rowsOf(table, 'c')).sort((a, b) => ((a.record + 100) % 100) - ((b.record + 100) % 100));
    return { store, rows: this.rows, given };
  }

  /** Runs a check of rows that were changed, and puts everything back. */
  async whileChanged(changed: readonly LogRow[], check: () => Promise<void>): Promise<void> {
    await this.replace(changed);
    await check();
    await this.replace(this.rows);
  }

  /** Expects that the check of `c` finds something, and says nothing of what the messages say. */
  async expectFound(): Promise<void> {
    const { store, given } = this.opened!;
    const check = await store.verify('c', given);
    expect(check).toMatchObject({ isIntact: false, newer: 0, problem: expect.any(String) as string });
    expect(check.problem).not.toMatch(/one|two|three/u);
  }

  dispose(): Promise<void> {
    return this.temporary.dispose();
  }

  private async replace(others: readonly LogRow[]): Promise<void> {
    const { table } = this.opened!;
    await table.deleteWhere(
      or(equals('conversation', this.rows[0]!.conversation), equals('conversation', 'elsewhere')),
    );
    await table.upsert(others);
  }
}

async function rowsOf(table: Table<LogRow>, conversationId: string): Promise<LogRow[]> {
  const all: LogRow[] = [];
  for await (const batch of table.scan()) all.push(...batch);
  const head = all.find(({ kind, id }) => kind === 'head' && id === conversationId);
  return all.filter(({ conversation }) => conversation === head?.conversation);
}
