import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { type ScriptProcess, ScriptProcesses, isFullRun, seededNumbers } from '@lexichord/testing';

import { entityIdOf } from '../graph/fact-ids.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { type FactPlace, TemporaryFacts } from '../test-support/temporary-facts.js';

/** One bit of a file. */
interface Flip {
  /** Below the folder of the store. */
  readonly file: string;
  readonly byte: number;
  /** 0 to 7. */
  readonly bit: number;
}

/** By reader: what it gave, as JSON, or its error. */
type Outcome = Readonly<Record<string, string | { readonly code: string }>>;

/** Flips that are looked at when not all of them are. */
const sampleSize = 60;

describe('one flipped bit in a data file of the facts', () => {
  const temporary = new TemporaryFacts();
  const processes = new ScriptProcesses();
  let place: FactPlace;
  let reading: FlippedReading;

  beforeAll(async () => {
    place = await temporary.place();
    const database = temporary.database(place);
    const store = temporary.store(database);
    const firstMs = temporary.clock.now();
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term cat', 'b.md', { aliases: ['puss'] })],
      relationships: [aRelationship('Term cat part-of Term pet')],
      axioms: [anAxiom('rule')],
    });
    temporary.clock.advance(10);
    await temporary.store(database, 'neighbour').apply({ entities: [anEntity('Term owl')] });
    await store.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { legs: 4 } })] });
    temporary.clock.advance(10);
    await store.apply({ removedEntities: [aKey('Term cat')] });
    const ids = ['pet', 'cat'].map((name) => entityIdOf('workspace', aKey(`Term ${name}`)));
    reading = new FlippedReading(processes, { address: place.address, ids, asOfMs: firstMs });
  });

  afterAll(async () => {
    await processes.dispose();
    await temporary.dispose();
  });

  it('gives every reader the whole truth or a typed error', async () => {
    const truth = await reading.read(undefined);
    expect(Object.values(truth).map((value) => typeof value)).toEqual(Array(5).fill('string'));
    const wrong: unknown[] = [];
    const refused = new Set<string>();
    for (const flip of isFullRun() ? allFlips() : sampled(allFlips())) {
      for (const [reader, value] of Object.entries(await reading.read(flip))) {
        if (typeof value !== 'string' && value.code === 'storage-failed') refused.add(reader);
        else if (value !== truth[reader]) wrong.push({ ...flip, reader, value });
      }
    }

    expect(wrong).toEqual([]);
    expect([...refused].sort()).toEqual(Object.keys(truth).sort());
  });

  function allFlips(): readonly Flip[] {
    const data = join(place.address, 'knowledge-facts.lance', 'data');
    return readdirSync(data)
      .sort()
      .flatMap((name) => {
        const path = join(data, name);
        const bits = Array.from({ length: 8 * readFileSync(path).length }, (_, index) => index);
        return bits.map((index) => ({ file: relative(place.address, path), byte: index >> 3, bit: index & 7 }));
      });
  }
});

function sampled(flips: readonly Flip[]): readonly Flip[] {
  const random = seededNumbers(56);
  return Array.from({ length: sampleSize }, () => flips[Math.floor(random() * flips.length)]!);
}

/** What is read of each flipped copy. */
interface ReadFacts {
  readonly address: string;
  /** Of the entities whose history is read. */
  readonly ids: readonly string[];
  readonly asOfMs: number;
}

/** A child process that reads flipped copies: the store's library may end a process. */
class FlippedReading {
  private readonly process: ScriptProcess;
  private onLine: (line: string) => void = () => undefined;

  constructor(processes: ScriptProcesses, { address, ids, asOfMs }: ReadFacts) {
    const script = new URL('../test-support/read-flipped-facts.ts', import.meta.url);
    const args = [address, join(dirname(address), 'flipped'), ids.join(','), String(asOfMs)];
    this.process = processes.start(script, args, {
      // The library writes a page for each panic, which is an error to its caller.
      limits: 'exec 2>/dev/null',
      onLine: (line) => this.onLine(line),
    });
  }

  /** @param flip absent: nothing is flipped */
  async read(flip: Flip | undefined): Promise<Outcome> {
    const line = new Promise<string>((resolve) => (this.onLine = resolve));
    this.process.child.stdin.write(flip === undefined ? '\n' : `${flip.file} ${flip.byte} ${flip.bit}\n`);
    const answer = await Promise.race([line, this.process.exited]);
    expect({ flip, answer }).toEqual({ flip, answer: expect.any(String) as unknown });
    return JSON.parse(answer as string) as Outcome;
  }
}
