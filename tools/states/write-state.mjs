/**
 * Writes an archive of what Lexichord keeps of a workspace, for the tests of upgrades:
 *
 *     npm run write-state -- NAME [REPOSITORY]
 *
 * makes `packages/app-cli/src/test-support/states/NAME.tgz` with the command of a compiled checkout of Lexichord, of this
 * one when no other is named. The archive holds `workspace/` with its `.lexichord`, `state/` for `XDG_STATE_HOME`, whose
 * record says that the user made the state, and `known.json` with what commands printed then.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { factsOf, files, query } from './workspace-content.mjs';

const here = fileURLToPath(new URL('../..', import.meta.url));
const usageExitCode = 2;

class CommandFailure extends Error {
  name = 'CommandFailure';
  constructor(argv, message) {
    super(`lexichord ${argv.join(' ')} ${message}`);
  }
}

const [name, repository = here] = process.argv.slice(2);
if (name === undefined || !/^[a-z-]+$/u.test(name)) {
  process.stderr.write('Say what to call the archive: npm run write-state -- before-checksums [REPOSITORY]\n');
  process.exit(usageExitCode);
}
const command = join(resolve(repository), 'packages/app-cli/dist/main.js');
const archive = join(here, 'packages/app-cli/src/test-support/states', `${name}.tgz`);

const disk = mkdtempSync(join(tmpdir(), 'lexichord-state-'));
const workspace = join(disk, 'workspace');
try {
  writeState();
  execFileSync('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', disk, 'known.json', 'workspace', 'state']);
  process.stdout.write(`${archive}\n`);
} finally {
  rmSync(disk, { recursive: true, force: true });
}

function writeState() {
  // Versions without records of origin write none.
  mkdirSync(join(disk, 'state'));
  for (const [path, content] of Object.entries(files)) write(path, content);
  run('index');
  run('strategies', 'disable', 'heading');
  const { head } = JSON.parse(run('memory', 'add', 'chat.jsonl', '--conversation', 'chat', '--json'));
  const { segments } = JSON.parse(run('memory', 'show', 'chat', '--json'));
  for (const owner of ['accounting', 'payments']) {
    write('facts.yaml', factsOf(owner));
    run('knowledge', 'import', 'facts.yaml');
  }
  run('pack', query, '--open', 'notes.md');
  runIfThere('memory', 'backup', 'memory.backup');
  runIfThere('knowledge', 'backup', 'knowledge.backup');
  const closed = segments
    .filter(({ isOpen }) => !isOpen)
    .map(({ segmentId, messageIds }) => ({ segmentId, messageIds }));
  write('../known.json', `${JSON.stringify({ head, closed }, undefined, 2)}\n`);
}

function write(path, content) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}

function run(...argv) {
  return outputOf(argv, [0]);
}

/** Earlier versions have fewer commands. */
function runIfThere(...argv) {
  outputOf(argv, [0, usageExitCode]);
}

function outputOf(argv, exitCodes) {
  const { status, stdout, stderr } = start(argv);
  if (!exitCodes.includes(status)) throw new CommandFailure(argv, `ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function start(argv) {
  return spawnSync(process.execPath, [command, ...argv], {
    cwd: workspace,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: join(disk, 'home'),
      XDG_STATE_HOME: join(disk, 'state'),
      XDG_CACHE_HOME: join(disk, 'cache'),
      NO_COLOR: '1',
    },
  });
}
