#!/usr/bin/env node
/**
 * From an empty folder to the first pack, by npm, pnpm and bun: what is typed, how long it takes, and how much is
 * installed. Prints a table in Markdown. Run after `stage-packages.mjs`:
 *
 *     node tools/publish/checks/measure-install.mjs [--staged FOLDER] [--repository FOLDER] [--task TEXT]
 *         [--installer NAME…] [--registry ADDRESS] [--out FOLDER] [--json]
 *
 * - `--staged`: the packages; `dist/packages` if not given
 * - `--repository`: what is packed; a package of this repository if not given
 * - `--task`: what the pack is for
 * - `--installer`: one of them alone; may be repeated
 * - `--registry`: an address that has the packages already; else each installer has a registry of its own, so that none
 *   finds what another one has had fetched
 * - `--out`: keeps the trees, in a folder for each installer
 * - `--json`: prints JSON instead, with the pack, and what is needed to run the tree further
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { installers, newUser } from './installers.mjs';
import { treeSize } from './tree-size.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values } = parseArgs({
  options: {
    ...{ staged: { type: 'string' }, repository: { type: 'string' }, task: { type: 'string' } },
    ...{ registry: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' } },
    installer: { type: 'string', multiple: true },
  },
});
const repository = resolve(values.repository ?? join(root, 'packages/tokenizer/src'));
const task = values.task ?? 'where are tokens counted';
const names = values.installer ?? Object.keys(installers);
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'lexichord-install-')));

try {
  const measured = [];
  for (const name of names) measured.push(await measure(name));
  process.stdout.write(values.json ? `${JSON.stringify(measured)}\n` : tableOf(measured));
} finally {
  if (values.out === undefined) rmSync(out, { recursive: true, force: true });
}

async function measure(name) {
  const { install, run, runOnce } = installers[name];
  const [folder, home] = [join(out, name, 'project'), join(out, name, 'home')];
  for (const path of [folder, home]) mkdirSync(path, { recursive: true });
  const registry = values.registry === undefined ? await startRegistry() : undefined;
  try {
    const environment = newUser(registry?.address ?? values.registry, home);
    const inProject = ([program, ...argv]) => {
      const options = { cwd: folder, env: environment, encoding: 'utf8', maxBuffer: 2 ** 28 };
      return execFileSync(program, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    };
    const installSeconds = seconds(() => inProject(install));
    cpSync(repository, folder, {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|\.lexichord)$/u.test(path),
    });
    let pack = '';
    const packSeconds = seconds(() => (pack = inProject([...run, 'pack', task])));
    const size = treeSize(join(folder, 'node_modules'));
    return { ...{ name, install, run, runOnce, folder, environment, installSeconds, packSeconds, pack }, ...size };
  } finally {
    await registry?.stop();
  }
}

async function startRegistry() {
  const staged = resolve(values.staged ?? join(root, 'dist/packages'));
  if (!existsSync(staged)) throw new TypeError(`${staged} is not there. Run "node tools/publish/stage-packages.mjs".`);
  const script = fileURLToPath(new URL('local-registry.mjs', import.meta.url));
  const argv = [script, '--staged', staged, '--port', String(await freePort())];
  const server = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((done) => server.once('exit', done));
  const address = await new Promise((done, fail) => {
    server.stdout.on('data', (text) => done(String(text).trim()));
    void ended.then(() => fail(new TypeError('The registry has ended.')));
  });
  return { address, stop: () => (server.stdin.end(), ended) };
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function seconds(work) {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1_000;
}

function tableOf(measured) {
  const head = ['commands', 'install', 'first pack', 'packages', 'size'];
  const rows = measured.map(({ install, run, installSeconds, packSeconds, packages, megabytes }) => [
    `\`${install.join(' ')}\`, then \`${run.join(' ')} pack "…"\``,
    ...[`${installSeconds.toFixed(1)} s`, `${packSeconds.toFixed(1)} s`, `${packages}`, `${megabytes.toFixed(0)} MB`],
  ]);
  return [head, ['---', '---:', '---:', '---:', '---:'], ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
