import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CompressionLevel, type ICompressionStore, isLexichordError } from '@lexichord/abstractions';

import { ConversationArchive } from '../../archive/conversation-archive.js';
import { addFileMessages } from '../../file/add-file-messages.js';
import { levelsFrom, recallFrom } from '../../recall/test-support/recall-from.js';
import { conversationHash, segmentIdOf } from '../../segment-id.js';
import { logTable } from '../../store/compression-tables.js';
import { aStoredSegment, exported, inChunks, someMessages } from '../../store/test-support/stored-conversation.js';
import { type StoreLocation, TemporaryStores } from '../../store/test-support/temporary-stores.js';
import { headIndex, logPosition } from '../log-head.js';
import { loggedFile } from './changed-log.js';

/** One bit of one of the log's data files. */
export interface BitPosition {
  readonly path: string;
  /** Of the byte, from 0. */
  readonly position: number;
  /** From 0, the lowest, to 7. */
  readonly bit: number;
}

/** Result of a reader: everything as text, or the reason for its refusal. */
export interface ReaderResult {
  readonly text?: string;
  /** Code of an error that a program can branch on. */
  readonly refusal?: string;
}

interface Readers {
  readonly store: ICompressionStore;
  readonly archive: ConversationArchive;
}

/** Readers of conversations, each with its output for the whole log. */
const readers: Readonly<Record<string, (readers: Readers) => Promise<unknown>>> = {
  head: ({ store }) => store.head('c'),
  messages: ({ store }) => store.messages('c'),
  'some messages': ({ store }) => store.messages('other', { from: 1, to: 3 }),
  export: ({ store }) => exported(store, 'c'),
  list: async ({ store, archive }) => [await store.conversations(), await archive.unlisted()],
  segments: ({ store }) => store.segments('c'),
  'closed segment': ({ store }) => levelsFrom(store).level(segmentIdOf('c', 1), CompressionLevel.full),
  'open segment': ({ store }) => levelsFrom(store).openSegment('c'),
  recall: async ({ store }) => (await recallFrom(store).allocate('c', 'What says two?', 500)).content,
  backup: async ({ archive }) => {
    let text = '';
    for await (const piece of await archive.backUp()) text += piece;
    return text;
  },
};

/** A small log of three conversations, one of them removed, of whose data files single bits are flipped. */
export class FlippedLog {
  private readonly temporary = new TemporaryStores();
  private location: StoreLocation = { address: '' };

  async make(): Promise<void> {
    this.location = await this.temporary.location();
    const database = this.temporary.database(this.location);
    const store = this.temporary.store(database);
    await addFileMessages(store, 'c', inChunks(loggedFile));
    await store.append('c', [{ id: 'own', role: 'tool', content: '' }, ...someMessages(3)]);
    await store.append('gone', someMessages(1));
    await store.append('other', someMessages(4));
    await store.remove('gone');
    await store.putSegments([aStoredSegment('c', 1, (await store.messages('c')).slice(0, 2))]);
    await database.dispose();
  }

  dispose(): Promise<void> {
    return this.temporary.dispose();
  }

  /** Every byte of the data files that the log has now. */
  async positions(): Promise<readonly Omit<BitPosition, 'bit'>[]> {
    const positions: Omit<BitPosition, 'bit'>[] = [];
    for (const path of await this.dataFiles()) {
      const { length } = await readFile(path);
      for (let position = 0; position < length; position += 1) positions.push({ path, position });
    }
    return positions;
  }

  /** Of the bytes of values that rows are found by: the last one of each place, which has its sign, and the first of each hash. */
  async searchedPositions(): Promise<readonly Omit<BitPosition, 'bit'>[]> {
    const rowPositions = ['c', 'other'].flatMap((id) =>
      [headIndex, 0, 1, 2, 3].map((index) => {
        const position = Buffer.alloc(8);
        position.writeDoubleLE(logPosition(conversationHash(id), index));
        return { searched: position, offset: position.length - 1 };
      }),
    );
    const hashes = ['c', 'other'].map((id) => ({ searched: Buffer.from(conversationHash(id)), offset: 0 }));
    const positions: Omit<BitPosition, 'bit'>[] = [];
    for (const path of await this.dataFiles()) {
      const bytes = await readFile(path);
      for (const { searched, offset } of [...rowPositions, ...hashes]) {
        for (let at = bytes.indexOf(searched); at >= 0; at = bytes.indexOf(searched, at + 1)) {
          positions.push({ path, position: at + offset });
        }
      }
    }
    return positions;
  }

  /** Results of every reader, each in a process of its own. */
  async read(): Promise<ReadonlyMap<string, ReaderResult>> {
    const results = new Map<string, ReaderResult>();
    const database = this.temporary.database(this.location);
    for (const [name, reader] of Object.entries(readers)) {
      const archive = new ConversationArchive(database, this.temporary.clock);
      results.set(name, await resultOf(reader({ store: this.temporary.store(database), archive })));
    }
    await database.dispose();
    return results;
  }

  /** The same, while a bit is another. */
  async readFlipped({ path, position, bit }: BitPosition): Promise<ReadonlyMap<string, ReaderResult>> {
    return this.readChanged(path, (whole) => {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(whole.readUInt8(position) ^ (1 << bit), position);
      return flipped;
    });
  }

  /** Files that readers open: without one of them, a reader refuses. */
  private async dataFiles(): Promise<readonly string[]> {
    const folder = join(this.location.address, `${logTable.name}.lance/data`);
    const opened: string[] = [];
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name);
      const found = await this.readChanged(path, () => Buffer.alloc(0));
      if ([...found.values()].some(({ refusal }) => refusal !== undefined)) opened.push(path);
    }
    return opened;
  }

  private async readChanged(
    path: string,
    change: (whole: Buffer) => Buffer,
  ): Promise<ReadonlyMap<string, ReaderResult>> {
    const whole = await readFile(path);
    await writeFile(path, change(whole));
    try {
      return await this.read();
    } finally {
      await writeFile(path, whole);
    }
  }
}

async function resultOf(reading: Promise<unknown>): Promise<ReaderResult> {
  try {
    return { text: JSON.stringify(await reading) };
  } catch (error) {
    if (isLexichordError(error)) return { refusal: error.code };
    throw error;
  }
}
