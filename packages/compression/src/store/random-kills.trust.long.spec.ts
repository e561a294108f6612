import { setTimeout as wait } from 'node:timers/promises';

import { type ScriptProcess, ScriptProcesses, isFullRun, seededNumbers } from '@lexichord/testing';

import { type StoreLocation, TemporaryStores } from './test-support/temporary-stores.js';

const script = new URL('./test-support/add-until-stopped.ts', import.meta.url);

/** Processes that add to one conversation, one after the other; a new one starts while another is killed. */
const killsPerConversation = 50;
const conversations = isFullRun() ? 20 : 1;
/** More than it takes to start a commit and less than it takes to end several. */
const maxWaitMs = 60;

describe('processes that are killed while they add to a conversation', () => {
  const temporary = new TemporaryStores();
  const processes = new ScriptProcesses();

  beforeAll(async () => {
    const { address } = await temporary.location();
    await processes.start(script, [address, 'rounds', 'warm-up', '0']).exited;
  });

  afterAll(async () => {
    await processes.dispose();
    await temporary.dispose();
  });

  it.each(Array.from({ length: conversations }, (_, index) => index + 1))(
    `lose nothing that they acknowledged, ${killsPerConversation} of them (conversation %i)`,
    async (number) => {
      const random = seededNumbers(number);
      const place = await temporary.location();
      const acknowledged: string[] = [];
      let next = startWriter(place, 'w0', random);
      for (let kill = 0; kill < killsPerConversation; kill += 1) {
        const writer = next;
        next = startWriter(place, `w${kill + 1}`, random);
        await writer.exited;
        expect(writer.child.signalCode).toBe('SIGKILL');
        acknowledged.push(...writer.acknowledged);

        const database = temporary.database(place);
        const store = temporary.store(database);
        const stored = new Set(
          ((await store.head('c')) === undefined ? [] : await store.messages('c')).map(({ content }) => content),
        );
        expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
        for (const { health } of await database.inspect()) expect(health).toBe('ok');
        await database.dispose();
      }
      await processes.kill();
      const store = temporary.store(temporary.database(place));
      const { head } = (await store.head('c'))!;
      expect(await store.verify('c', head)).toMatchObject({ isIntact: true });
      expect(acknowledged.length).toBeGreaterThan(killsPerConversation);
    },
  );

  /** Adds rounds of five messages until it is killed: at a random moment after a random number of rounds. */
  function startWriter(
    place: StoreLocation,
    name: string,
    random: () => number,
  ): ScriptProcess & { acknowledged: string[] } {
    const acknowledged: string[] = [];
    const rounds = Math.floor(random() * 4);
    const afterMs = random() * maxWaitMs;
    let isDoomed = false;
    const onLine = (line: string): void => {
      if (line !== 'ready') acknowledged.push(...Array.from({ length: 5 }, (_, index) => `${name}-${line}-${index}`));
      if (isDoomed || acknowledged.length < rounds * 5) return;
      isDoomed = true;
      void wait(afterMs).then(() => writer.child.kill('SIGKILL'));
    };
    const writer = processes.start(script, [place.address, 'rounds', name, '100000'], { onLine });
    return { ...writer, acknowledged };
  }
});
