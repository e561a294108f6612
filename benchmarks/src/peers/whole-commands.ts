import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { printTable } from '../speed/interleaved-timing.js';
import { packedTokens, packingTasks } from '../speed/packing-workspace.js';
import { type WholeCommand, lexichordCommand, timeCommands } from './command-timing.js';

/** Runs of each command. */
const rounds = { full: 5, smoke: 1 };

/**
 * Whole commands on a copy of a repository, ours beside repomix where it is installed. They do not do the same, so there
 * is no bound. Each first parses every file: ours for an index with everything embedded, repomix for an outline. Then each
 * writes one file: ours what a task needs within a budget, from the index, repomix every file. Both count tokens and look
 * for secrets.
 */
export async function timeWholeCommands({ inputs, print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const repository = await inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-peer-'));
  try {
    const workspace = join(folder, 'repository');
    await cp(repository, workspace, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const ours = ourCommands(workspace, join(folder, 'ours.md'));
    const theirs = inputs.repomix === undefined ? undefined : repomixCommands(inputs.repomix, workspace, folder);
    for (const [step, title] of Object.entries(titles) as [Step, string][]) {
      const commands = [ours[step], ...(theirs === undefined ? [] : [theirs[step]])];
      printTable(print, `${title}, whole commands`, timeCommands(commands, sizeOf(rounds)));
    }
    return {
      errors: existsSync(join(folder, 'ours.md')) ? [] : ['no pack was written'],
      missing: theirs === undefined ? ['repomix: LEXICHORD_REPOMIX names no executable'] : [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Step = 'parse' | 'write';

const titles: Readonly<Record<Step, string>> = { parse: 'Every file parsed', write: 'One file written' };

function ourCommands(workspace: string, output: string): Readonly<Record<Step, WholeCommand>> {
  const options = ['--workspace', workspace];
  return {
    parse: {
      name: 'lexichord index, from nothing',
      parameters: [lexichordCommand, 'index', ...options],
      prepare: () => rmSync(join(workspace, '.lexichord'), { recursive: true, force: true }),
    },
    write: {
      name: 'lexichord pack, index up to date',
      parameters: [
        ...[lexichordCommand, 'pack', packingTasks[0], '--budget', String(packedTokens), '--output', output],
        ...options,
      ],
    },
  };
}

function repomixCommands(executable: string, workspace: string, folder: string): Readonly<Record<Step, WholeCommand>> {
  const all = [executable, workspace, '--quiet', '--output', join(folder, 'theirs.xml')];
  return {
    parse: { name: 'repomix --compress', parameters: [...all, '--compress'] },
    write: { name: 'repomix, all files', parameters: all },
  };
}
