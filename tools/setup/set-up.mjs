/**
 * Sets up what a fresh clone lacks, and nothing else: dependencies by `npm ci`, then the build.
 * It has no dependencies itself, since it runs before there are any. Used by `npm run demo` and `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lockfile = `${root}/package-lock.json`;
const installStamp = `${root}/node_modules/.lexichord-install`;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Lexichord needs Node 20.19 or later; this is ${process.versions.node}. Install a newer Node and try again.`);
}

const lockHash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
if (!existsSync(installStamp) || readFileSync(installStamp, 'utf8') !== lockHash) {
  process.stderr.write('Installing dependencies (npm ci) …\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installStamp, lockHash);
}
// Every step does nothing when its output is current.
process.stderr.write('Building …\n');
run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'packages/app-cli/tsconfig.lib.json']);
run(process.execPath, ['tools/token-assets/build-rank-tables.mjs']);
run(process.execPath, ['packages/preview/build-page.mjs']);
run(process.execPath, ['packages/app-cli/bundle.mjs']);

function run(command, args) {
  const shell = process.platform === 'win32' && command === 'npm';
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed. See the lines above for the cause.`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
