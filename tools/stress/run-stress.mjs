#!/usr/bin/env node
/**
 * Runs `npm test` of the committed state in fresh clones, first on the machine as it is, then with every processor and
 * the disk kept busy, and reports what failed. For the question whether the tests always give the same answer.
 *
 *     npm run test:stress [-- --idle 5] [--loaded 5] [--report FILE]
 *
 * Ends with exit code 1 when a test failed in any run, or a run left files in the temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { startLoad } from './load.mjs';
import { describeRuns } from './stress-report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '5' },
    loaded: { type: 'string', default: '5' },
    report: { type: 'string' },
  },
});
const kinds = [...Array(Number(values.idle)).fill('idle'), ...Array(Number(values.loaded)).fill('loaded')];

/** Caches of Jest and Node, and empty folders of LanceDB, which go when its objects do, and not with the process. */
const ownOfOthers = /^(?:jest_|node-compile-cache|\.tmp\w{6}$)/u;

const folder = mkdtempSync(path.join(tmpdir(), 'lexichord-stress-'));
const runs = [];
try {
  for (const [index, kind] of kinds.entries()) {
    process.stderr.write(`Run ${index + 1} of ${kinds.length}, ${kind} …\n`);
    runs.push(runOnce(kind, path.join(folder, String(index + 1))));
    const report = describeRuns(runs);
    if (values.report !== undefined) writeFileSync(values.report, report);
    if (index === kinds.length - 1) process.stdout.write(report);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = runs.every(({ exitCode, leftovers }) => exitCode === 0 && leftovers.length === 0) ? 0 : 1;

/** One run in a clone of its own, with a temporary folder of its own. */
function runOnce(kind, place) {
  const [clone, temporary, results] = [`${place}/clone`, `${place}/tmp`, `${place}/results.json`];
  mkdirSync(temporary, { recursive: true });
  run('git', ['clone', '--quiet', root, clone], {});
  const stopLoad = kind === 'loaded' ? startLoad(`${place}/load`) : () => undefined;
  const startedMs = Date.now();
  const { status, stdout } = run('npm', ['test', '--', '--json', `--outputFile=${results}`], {
    cwd: clone,
    env: { ...process.env, TMPDIR: temporary, NX_DAEMON: 'false' },
  });
  const minutes = (Date.now() - startedMs) / 60_000;
  stopLoad();
  const leftovers = readdirSync(temporary).filter((name) => !ownOfOthers.test(name));
  const outcome = {
    kind,
    minutes,
    exitCode: status ?? 1,
    leftovers,
    files: readResults(results, clone),
    output: stdout,
  };
  rmSync(place, { recursive: true, force: true });
  return outcome;
}

function run(command, args, options) {
  return spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
}

/** What Jest says of each file; nothing when the run ended before it could. */
function readResults(file, clone) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      name: path.relative(clone, name),
      seconds: (endTime - startTime) / 1_000,
      tests: assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        ...{ fullName, status, message: failureMessages[0] },
      })),
    }));
  } catch {
    return [];
  }
}
