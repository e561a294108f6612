#!/usr/bin/env node
/**
 * Checks the packages that `stage-packages.mjs` wrote with publint and are-the-types-wrong, and prints each problem:
 *
 *     node tools/publish/checks/check-packages.mjs [--staged FOLDER]
 *
 * FOLDER is `dist/packages` if not given. Exit code 1 when there is a problem.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const tool = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({ options: { staged: { type: 'string' } } });
const staged = resolve(values.staged ?? fileURLToPath(new URL('../../../dist/packages', import.meta.url)));

installOnce();
const names = readdirSync(staged).sort();
let problems = 0;
for (const name of names) problems += report(name, [...(await lint(name)), ...checkTypes(name)]);
process.stdout.write(`${names.length} packages, ${problems} problems.\n`);
if (problems > 0) process.exitCode = 1;

function installOnce() {
  if (existsSync(join(tool, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: tool, stdio: 'inherit' });
  if (status !== 0) throw new TypeError('What the checks need could not be installed.');
}

async function lint(name) {
  const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')]);
  const folder = join(staged, name);
  const { messages } = await publint({ pkgDir: folder, strict: true });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return messages.map((message) => `${message.code}: ${formatMessage(message, manifest, { color: false }) ?? ''}`);
}

/** The types under `node16`, `nodenext` and `bundler`; that CommonJS cannot require a package is meant. */
function checkTypes(name) {
  const argv = [join(tool, 'node_modules/.bin/attw'), '--pack', join(staged, name), '--profile', 'esm-only'];
  const options = ['--format', 'ascii', '--no-color', '--no-emoji'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...argv, ...options], { encoding: 'utf8' });
  return status === 0 ? [] : [`types: ${stdout}${stderr}`];
}

function report(name, messages) {
  for (const message of messages) process.stderr.write(`${name}: ${message}\n`);
  return messages.length;
}
