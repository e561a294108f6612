import 'reflect-metadata';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { isLexichordError } from '@lexichord/abstractions';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';
import { type IDatabase, openDatabase } from '@lexichord/storage';

import { KnowledgeArchive } from '../archive/knowledge-archive.js';
import { FactStore } from '../store/fact-store.js';

/*
 * A child process of a spec: `read-flipped-facts.ts ADDRESS COPY WORKSPACE IDS TIME`. For each line `FILE BYTE BIT` of standard input
 * it flips that bit in a copy of the store, none for an empty line, and writes a line of JSON with what each reader gives:
 * a text, or the code of its error.
 */
const [address = '', copy = '', workspace = '', ids = '', asOfMs = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };

/** Each with a store of its own, which has nothing in memory. */
const readers: Readonly<Record<string, (store: FactStore, database: IDatabase) => Promise<unknown>>> = {
  graph: async (store) => {
    const { entities, relationships, axioms } = await store.graph();
    return { entities, relationships, axioms };
  },
  plan: async (store) => (await store.plan({ replacedDocuments: ['a.md'] })).report,
  history: async (store) => {
    const versions: unknown[] = [];
    for (const id of ids.split(',')) versions.push(await store.history(id));
    return versions;
  },
  asOf: (store) => store.asOf(Number(asOfMs)),
  backUp: async (_store, database) => {
    const archive = new KnowledgeArchive(database, services.clock, services.idSource, { workspace });
    const lines: string[] = [];
    for await (const line of await archive.backUp()) lines.push(line);
    // The first has the time, and the last a hash of the others, whose order is not promised.
    return lines.slice(1, -1).sort();
  },
};

async function outcomes(): Promise<Readonly<Record<string, unknown>>> {
  const database = openDatabase({ address: copy }, services);
  const found: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const store = new FactStore(database, services.clock, services.idSource, services.logger, { workspace });
    try {
      found[name] = JSON.stringify(await read(store, database));
    } catch (error) {
      found[name] = { code: isLexichordError(error) ? error.code : String(error) };
    }
  }
  await database.dispose();
  return found;
}

function flip(file: string, byte: number, bit: number): void {
  const path = join(copy, file);
  const bytes = readFileSync(path);
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
}

for await (const line of createInterface({ input: process.stdin })) {
  cpSync(address, copy, { recursive: true });
  const [file = '', byte, bit] = line.split(' ');
  if (file !== '') flip(file, Number(byte), Number(bit));
  process.stdout.write(`${JSON.stringify(await outcomes())}\n`);
  rmSync(copy, { recursive: true });
}
