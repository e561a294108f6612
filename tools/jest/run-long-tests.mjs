#!/usr/bin/env node
/**
 * Runs what is long by nature, group by group: `npm run test:long [-- GROUP …] [--full]`. In its seeded form every run has
 * the same cases; `--full` has many more, and new ones each time. Ends like `npm test`, with one line of totals.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runCLI } from 'jest';

import { filesOfGroup } from './long-files.mjs';
import { fullScale, longGroups } from './long-groups.mjs';
import { addTotals, describeTotals, totalsOf } from './totals.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals } = parseArgs({ options: { full: { type: 'boolean' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !longGroups.some((group) => group.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no group ${unknown.join(', ')}. There are ${longGroups.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}

let totals = { passed: 0, skipped: 0, failures: [] };
let isSuccess = true;
const rows = [];
for (const group of longGroups) {
  if (positionals.length > 0 && !positionals.includes(group.name)) continue;
  process.stdout.write(`\n== ${group.name}: ${group.about}\n`);
  const startedMs = Date.now();
  const results = await runGroup(group);
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  rows.push(`${group.name.padEnd(8)} ${minutes.padStart(5)} of ${group.minutes} minutes`);
  if (results === undefined) continue;
  totals = addTotals(totals, totalsOf(results, root));
  isSuccess &&= results.success;
}
process.stdout.write(`\n${rows.join('\n')}\n${describeTotals(totals)}`);
process.exitCode = isSuccess ? 0 : 1;

async function runGroup(group) {
  const files = filesOfGroup(root, group);
  if (files.length === 0) return undefined;
  process.env.LEXICHORD_TESTS = 'long';
  process.env.LEXICHORD_PROPERTY_SCALE = String(values.full ? fullScale : group.scale);
  if (values.full) Object.assign(process.env, { LEXICHORD_PROPERTY_SEED: 'random', LEXICHORD_TESTS_FULL: '1' });
  const { results } = await runCLI({ _: files, $0: 'jest', runTestsByPath: true }, [root]);
  return results;
}
