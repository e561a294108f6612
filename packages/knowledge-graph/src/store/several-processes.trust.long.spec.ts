import { setTimeout as wait } from 'node:timers/promises';

import { type ScriptProcess, ScriptProcesses } from '@lexichord/testing';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { anEntity } from '../test-support/a-statement.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';

/** A process that applies changes, with the rounds that the store has acknowledged. */
interface Writer extends ScriptProcess {
  readonly name: string;
  acknowledged: number;
}

const size = 300;

describe('several processes that change the facts', () => {
  const temporary = new TemporaryFacts();
  const processes = new ScriptProcesses();
  let place: FactLocation;
  let writers: Writer[] = [];

  beforeAll(async () => {
    place = await temporary.location();
    await start('warm-up', 0).exited;
  });

  afterAll(() => processes.dispose());

  beforeEach(async () => {
    place = await temporary.location();
    writers = [];
  });

  afterEach(async () => {
    await processes.kill();
    await temporary.dispose();
  });

  const start = (name: string, rounds: number, onRound: (writer: Writer) => void = () => undefined): Writer => {
    const script = new URL('../test-support/apply-until-stopped.ts', import.meta.url);
    const onLine = (line: string): void => {
      if (line !== 'ready') writer.acknowledged += 1;
      onRound(writer);
    };
    const args = [place.address, name, String(rounds), String(size)];
    const writer: Writer = { ...processes.start(script, args, { onLine }), name, acknowledged: 0 };
    writers.push(writer);
    return writer;
  };

  /** The one round that all entities and relationships of a writer are of; -1 when there are none. */
  function roundOf(graph: KnowledgeGraph, { name }: Writer): number {
    const own = graph.entities.filter((entity) => entity.name.startsWith(`${name}-`));
    const chain = own.flatMap(({ id }) => graph.outgoing(id));
    if (own.length === 0) return -1;
    expect([own.length, chain.length]).toEqual([size, size - 1]);
    const rounds = new Set([...own, ...chain].map(({ properties }) => properties['round']));
    expect(rounds.size).toBe(1);
    return [...rounds][0] as number;
  }

  it('lose nothing of each other', async () => {
    const rounds = 5;
    for (const name of ['a', 'b', 'c']) start(name, rounds);

    await Promise.all(writers.map(({ exited }) => exited));

    expect(writers.map(({ child, acknowledged }) => [child.exitCode, acknowledged])).toEqual([
      [0, rounds],
      [0, rounds],
      [0, rounds],
    ]);
    const store = temporary.store(temporary.database(place));
    const graph = await store.graph();
    expect(writers.map((writer) => roundOf(graph, writer))).toEqual([rounds - 1, rounds - 1, rounds - 1]);
    expect(graph.entities.filter(({ name }) => name.startsWith('shared-'))).toHaveLength(3 * rounds);
    const versions = await store.history(graph.named('a-7')[0]!.id);
    expect(versions.map(({ properties }) => properties['round'])).toEqual([0, 1, 2, 3, 4]);
  });

  it('leave all of a change or nothing when they are killed in the middle, and the next change works', async () => {
    const moments = [
      { rounds: 1, ms: 25 },
      { rounds: 2, ms: 60 },
      { rounds: 3, ms: 5 },
      { rounds: 1, ms: 110 },
    ];
    for (const [index, { rounds, ms }] of moments.entries()) {
      const writer = start(`writer${index}`, 100_000, (running) => {
        if (running.acknowledged === rounds) void wait(ms).then(() => running.child.kill('SIGKILL'));
      });
      await writer.exited;

      const database = temporary.database(place);
      const store = temporary.store(database);
      const reached = roundOf(await store.graph(), writer);
      expect(reached).toBeGreaterThanOrEqual(writer.acknowledged - 1);
      const { report } = await store.apply({ entities: [anEntity(`Term after-${index}`)] });
      expect(report.entities.added).toBe(1);
      expect(await database.inspect()).toMatchObject([{ name: 'knowledge-facts', health: 'ok' }]);
    }
    expect(writers.map(({ child }) => child.signalCode)).toEqual(moments.map(() => 'SIGKILL'));
  });
});
