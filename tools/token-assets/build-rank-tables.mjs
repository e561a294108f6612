/**
 * Builds the rank tables of the token counter from the installed js-tiktoken, into packages/tokenizer/assets/tokens. Run
 * after the compiler, by the set-up of a fresh clone, the build and the tests; it does nothing when the tables are
 * current. The manifest in that folder has the SHA-256 of each table, and of the ranks that it is made of: the same
 * versions give the same bytes. Exit code 1 if they do not.
 *
 *   node tools/token-assets/build-rank-tables.mjs
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = new URL('../../packages/tokenizer/assets/tokens/', import.meta.url);
const { rankTables } = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));

const outdated = rankTables.filter((table) => !isCurrent(table));
if (outdated.length > 0) {
  compileTokenizer();
  // They are made of the compiled tokenizer.
  const { packRankTable } = await import('./rank-table.mjs');
  const { parseRanks } = await import('../../packages/tokenizer/dist/ranks/parse-ranks.js');
  for (const table of outdated) writeTable(table, packRankTable(parseRanks(readRanks(table))));
}

function isCurrent({ file, sha256 }) {
  const table = new URL(file, folder);
  return existsSync(table) && sha256Of(readFileSync(table)) === sha256;
}

function compileTokenizer() {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'packages/tokenizer/tsconfig.lib.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) fail('The tokenizer could not be compiled. See the lines above for the cause.');
}

function readRanks({ encoding, source }) {
  const { bpe_ranks: ranks } = createRequire(import.meta.url)(`js-tiktoken/ranks/${encoding}`);
  if (sha256Of(ranks) !== source.sha256) {
    fail(
      `The installed js-tiktoken has other ranks for ${encoding} than version ${source.version}. Run "npm ci", or "node tools/token-assets/generate.mjs" for a new version.`,
    );
  }
  return ranks;
}

/** Written beside its place: another process never reads half a table. */
function writeTable({ file, sha256 }, bytes) {
  if (sha256Of(bytes) !== sha256) {
    fail(`The table ${file} has other bytes than the manifest says. Run "node tools/token-assets/generate.mjs".`);
  }
  const draft = new URL(`${file}.${String(process.pid)}`, folder);
  writeFileSync(draft, bytes);
  renameSync(draft, new URL(file, folder));
}

function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
