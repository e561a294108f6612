/**
 * A registry on this machine that has the staged packages, and asks npm's for all others. It writes its address to
 * standard output once it has them, and runs until its input ends:
 *
 *     node tools/publish/checks/local-registry.mjs --staged FOLDER --port PORT
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const tool = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({ options: { staged: { type: 'string' }, port: { type: 'string' } } });
const address = `http://127.0.0.1:${values.port}`;
const folder = mkdtempSync(join(tmpdir(), 'lexichord-registry-'));

writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configuration(), undefined, 2));
const executable = join(tool, 'node_modules/verdaccio/bin/verdaccio');
const argv = [executable, '--config', join(folder, 'config.yaml'), '--listen', address.slice('http://'.length)];
const server = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
server.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await new Promise((resolve) => {
  server.stdout.on('data', (text) => String(text).includes('http address') && resolve());
});
try {
  publishAll();
} catch (error) {
  // It would run on without this process, and hold what the two write to open.
  server.kill();
  throw error;
}
process.stdout.write(`${address}\n`);
process.stdin.resume().once('end', () => server.kill());

/** Ours come from nowhere else, so that nothing that was published before can stand in for them. */
function configuration() {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const ours = { access: '$all', publish: '$all' };
  return {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: registry, timeout: '120s', max_fails: 20 } },
    packages: { '@lexichord/*': ours, lexichord: ours, '**': { access: '$all', proxy: 'npm' } },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
}

/** As the workflow does it, without provenance, which only a build service can give. */
function publishAll() {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  const staged = readdirSync(values.staged).map((name) => join(values.staged, name));
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed, ...staged]);
  const token = { [`npm_config_${address.slice('http:'.length)}/:_authToken`]: 'anyone' };
  execFileSync(process.execPath, [join(tool, '../publish-packed.mjs'), '--packed', packed], {
    env: { ...process.env, ...token, npm_config_registry: address, npm_config_loglevel: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
