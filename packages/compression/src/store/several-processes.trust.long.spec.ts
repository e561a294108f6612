import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type ScriptProcess, ScriptProcesses } from '@lexichord/testing';

import { addFileMessages } from '../file/add-file-messages.js';
import { exported, someMessages } from './test-support/stored-conversation.js';
import { type StoreLocation, TemporaryStores } from './test-support/temporary-stores.js';

/** A process that adds messages, with what the store has acknowledged last. */
interface Writer extends ScriptProcess {
  acknowledged: number;
}

describe('several processes that add to a conversation', () => {
  const temporary = new TemporaryStores();
  const text = someMessages(6_000)
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');
  const processes = new ScriptProcesses();
  let folder: string;
  let file: string;
  let place: StoreLocation;
  let writers: Writer[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-conversation-'));
    file = join(folder, 'conversation.jsonl');
    await writeFile(file, text);
    place = { address: join(folder, 'db') };
    await start(['rounds', 'warm-up', '0']).exited;
  });

  afterAll(async () => {
    await processes.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    place = await temporary.location();
    writers = [];
  });

  afterEach(async () => {
    await processes.kill();
    await temporary.dispose();
  });

  const start = (what: readonly string[], onLine: (writer: Writer) => void = () => undefined): Writer => {
    const script = new URL('./test-support/add-until-stopped.ts', import.meta.url);
    const onOutput = (line: string): void => {
      if (line !== 'ready') writer.acknowledged = Number(line);
      onLine(writer);
    };
    const started = processes.start(script, [place.address, ...what], { onLine: onOutput });
    const writer: Writer = { ...started, acknowledged: -1 };
    writers.push(writer);
    return writer;
  };

  it('lose nothing of each other, and keep the order of each', async () => {
    const rounds = 6;
    for (const name of ['a', 'b', 'c']) start(['rounds', name, `${rounds}`]);

    await Promise.all(writers.map(({ exited }) => exited));

    expect(writers.map(({ child, acknowledged }) => [child.exitCode, acknowledged])).toEqual(
      Array.from({ length: 3 }, () => [0, rounds - 1]),
    );
    const store = temporary.store(temporary.database(place));
    const messages = await store.messages('c');
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 90 }, (_, index) => `m${index}`));
    for (const name of ['a', 'b', 'c']) {
      const own = messages.filter(({ content }) => content.startsWith(name)).map(({ content }) => content);
      expect(own).toEqual(Array.from({ length: 30 }, (_, index) => `${name}-${Math.floor(index / 5)}-${index % 5}`));
    }
    const { head } = (await store.head('c'))!;
    expect(await store.verify('c', head)).toMatchObject({ isIntact: true });
  });

  it('add the same file once', async () => {
    for (let count = 0; count < 3; count++) start(['file', file]);

    await Promise.all(writers.map(({ exited }) => exited));

    expect(writers.map(({ child, acknowledged }) => [child.exitCode, acknowledged])).toEqual(
      Array.from({ length: 3 }, () => [0, 6_000]),
    );
    const store = temporary.store(temporary.database(place));
    expect((await store.head('c'))?.messages).toBe(6_000);
    expect(await exported(store, 'c')).toBe(text);
  });

  it('COMP-06: lose nothing acknowledged when they are killed, and the next one goes on', async () => {
    const moments = [
      { messages: -1, ms: 30 },
      { messages: 1_000, ms: 0 },
      { messages: 2_000, ms: 15 },
      { messages: 3_000, ms: 45 },
      { messages: 5_000, ms: 5 },
    ];
    for (const { messages, ms } of moments) {
      const writer = start(['file', file], (running) => {
        if (running.acknowledged >= messages) void wait(ms).then(() => running.child.kill('SIGKILL'));
      });
      await writer.exited;

      const database = temporary.database(place);
      const store = temporary.store(database);
      const head = await store.head('c');
      expect(head?.messages ?? 0).toBeGreaterThanOrEqual(writer.acknowledged);
      if (head === undefined) continue;
      expect(await store.verify('c', head.head)).toMatchObject({ isIntact: true, messages: head.messages });
      expect(text.startsWith((await exported(store, 'c')).trimEnd())).toBe(true);
      for (const { health } of await database.inspect()) expect(health).toBe('ok');
    }
    expect(writers.map(({ child }) => child.signalCode)).toEqual(moments.map(() => 'SIGKILL'));

    const store = temporary.store(temporary.database(place));
    const before = (await store.head('c'))?.messages ?? 0;
    const report = await addFileMessages(store, 'c', createReadStream(file));

    expect(report).toMatchObject({ messages: 6_000, added: 6_000 - before, known: before });
    expect(await exported(store, 'c')).toBe(text);
    expect(await store.verify('c', report.head)).toMatchObject({ isIntact: true });
  });
});
