import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type ScriptProcess, ScriptProcesses, isFullRun, seededNumbers } from '@lexichord/testing';

import { entityIdOf } from '../graph/fact-ids.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';

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

/** Flips that are looked at: half of them in the name by which rows are looked for, half anywhere. Each takes a fifth of a second. */
const sampleSize = isFullRun() ? 3_000 : 60;

const workspace = 'zoological';

describe('one flipped bit in a data file of the facts', () => {
  const temporary = new TemporaryFacts();
  const processes = new ScriptProcesses();
  let place: FactLocation;
  let reading: FlippedReading;

  beforeAll(async () => {
    place = await temporary.location();
    const database = temporary.database(place);
    const store = temporary.store(database, workspace);
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
    const ids = ['pet', 'cat'].map((name) => entityIdOf(workspace, aKey(`Term ${name}`)));
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
    for (const flip of sampledFlips()) {
      for (const [reader, value] of Object.entries(await reading.read(flip))) {
        if (typeof value !== 'string' && value.code === 'storage-failed') refused.add(reader);
        else if (value !== truth[reader]) wrong.push({ ...flip, reader, value });
      }
    }

    expect(wrong).toEqual([]);
    expect([...refused].sort()).toEqual(Object.keys(truth).sort());
  });

  function sampledFlips(): readonly Flip[] {
    const inNames = dataFiles().flatMap((file) => {
      const content = contentOf(file);
      const starts = [...content.toString('latin1').matchAll(new RegExp(workspace, 'gu'))].map(({ index }) => index);
      return starts.flatMap((start) => flipsIn(file, start, start + workspace.length));
    });
    const random = seededNumbers(56);
    const half = (flips: readonly Flip[]): readonly Flip[] =>
      Array.from({ length: sampleSize / 2 }, () => flips[Math.floor(random() * flips.length)]!);
    const anywhere = dataFiles().flatMap((file) => flipsIn(file, 0, contentOf(file).length));
    return [...half(inNames), ...half(anywhere)];
  }

  function dataFiles(): readonly string[] {
    const folder = join('knowledge-facts.lance', 'data');
    const names = readdirSync(join(place.address, folder)).map((name) => ({
      name,
      size: contentOf(join(folder, name)).length,
    }));
    // The names are random; the sizes are not, so that a seed gives the same flips.
    return names.sort((a, b) => a.size - b.size).map(({ name }) => join(folder, name));
  }

  function contentOf(file: string): Buffer {
    return readFileSync(join(place.address, file));
  }
});

function flipsIn(file: string, start: number, end: number): readonly Flip[] {
  const bits = Array.from({ length: 8 * (end - start) }, (_, index) => index);
  return bits.map((index) => ({ file, byte: start + (index >> 3), bit: index & 7 }));
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
    const args = [address, join(dirname(address), 'flipped'), workspace, ids.join(','), String(asOfMs)];
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
