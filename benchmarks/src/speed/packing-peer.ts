import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { median, printTable } from './interleaved-timing.js';
import { packedTokens, packingTasks } from './packing-workspace.js';

const rounds = 5;

/**
 * Whole commands, from start to exit, on a copy of the repository that `LEXICHORD_REPOSITORY` names: ours, which packs
 * what a task needs into a budget, beside repomix, whose executable `LEXICHORD_REPOMIX` names, and which packs every
 * file. They do not do the same, so there is no bound; each counts tokens, looks for secrets and writes one file. The
 * commands take turns.
 */
export async function compareWithPeer(print: (line: string) => void): Promise<void> {
  const { LEXICHORD_REPOMIX: repomix, LEXICHORD_REPOSITORY: repository } = process.env;
  if (repomix === undefined || repository === undefined) {
    print('\nPacking beside repomix: skipped. Set LEXICHORD_REPOMIX (its executable) and LEXICHORD_REPOSITORY.');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-peer-'));
  try {
    const workspace = join(folder, 'repository');
    await cp(repository, workspace, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const ours = fileURLToPath(new URL('../../../packages/app-cli/bin/lexichord.js', import.meta.url));
    const pack = ['pack', packingTasks[0], '--budget', String(packedTokens), '--output', join(folder, 'ours.md')];
    const commands: Readonly<Record<string, readonly string[]>> = {
      'lexichord pack, index up to date': [ours, ...pack, '--workspace', workspace],
      'repomix, all files': [repomix, workspace, '--quiet', '--output', join(folder, 'theirs.xml')],
    };
    const first = timeCommand(commands['lexichord pack, index up to date'] ?? [], folder);
    const times = timeInTurns(commands, folder);
    printTable(print, 'Whole commands, milliseconds', [
      { command: 'lexichord pack, first index', median: first.toFixed(0) },
      ...Object.entries(times).map(([command, samples]) => ({ command, median: median(samples).toFixed(0) })),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timeInTurns(commands: Readonly<Record<string, readonly string[]>>, folder: string): Record<string, number[]> {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, parameters] of Object.entries(commands)) times[name]?.push(timeCommand(parameters, folder));
  }
  return times;
}

function timeCommand(parameters: readonly string[], folder: string): number {
  const started = performance.now();
  execFileSync(process.execPath, parameters, { cwd: folder, stdio: 'ignore' });
  return performance.now() - started;
}
