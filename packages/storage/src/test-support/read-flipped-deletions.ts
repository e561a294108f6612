import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { isLexichordError } from '@lexichord/abstractions';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';

import { openDatabase } from '../open-database.js';
import { numbered } from './numbered-table.js';

/*
 * A child process of a spec: `read-flipped-deletions.ts ADDRESS FILE`. For each line `BYTE BIT` of standard input it flips that bit
 * of the file, reads the table `numbered`, flips the bit back, and writes a line: the sum of the numbers of its rows, or the fault
 * of the error.
 */
const [address = '', path = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
const file = readFileSync(path);

async function outcome(): Promise<string> {
  const database = openDatabase({ address }, services);
  try {
    const table = await database.existingTable(numbered);
    let sum = 0;
    for await (const rows of table?.scan({ columns: ['number'] }) ?? []) for (const { number } of rows) sum += number;
    return String(sum);
  } catch (error) {
    const fault = isLexichordError(error) ? error.details['fault'] : undefined;
    return typeof fault === 'string' ? fault : `untyped: ${String(error)}`;
  } finally {
    await database.dispose();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [byte = 0, bit = 0] = line.split(' ').map(Number);
  const flipped = Buffer.from(file);
  flipped[byte] = (flipped[byte] ?? 0) ^ (1 << bit);
  writeFileSync(path, flipped);
  const result = await outcome();
  writeFileSync(path, file);
  process.stdout.write(`${result}\n`);
}
