import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packedTokens, packingTasks } from '../speed/packing-workspace.js';
import { compareCommands, lexichordCommand } from './whole-command.js';

/**
 * Whole commands on a copy of the repository that `LEXICHORD_REPOSITORY` names, ours beside repomix, whose executable
 * `LEXICHORD_REPOMIX` names. They do not do the same, so there is no bound. Each first parses every file: ours for an
 * index with everything embedded, repomix for an outline. Then each writes one file: ours what a task needs within a
 * budget, from the index, repomix every file. Both count tokens and look for secrets.
 */
export async function compareWithRepomix(print: (line: string) => void): Promise<void> {
  const { LEXICHORD_REPOMIX: repomix, LEXICHORD_REPOSITORY: repository } = process.env;
  if (repomix === undefined || repository === undefined) {
    print('\nBeside repomix: skipped. Set LEXICHORD_REPOMIX (its executable) and LEXICHORD_REPOSITORY.');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-peer-'));
  try {
    const workspace = join(folder, 'repository');
    await cp(repository, workspace, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const [ours, theirs] = [join(folder, 'ours.md'), join(folder, 'theirs.xml')];
    const all = [repomix, workspace, '--quiet', '--output', theirs];
    const forget = () => rmSync(join(workspace, '.lexichord'), { recursive: true, force: true });
    const index = [lexichordCommand, 'index', '--workspace', workspace];
    const pack = [lexichordCommand, 'pack', packingTasks[0], '--budget', String(packedTokens), '--output', ours];
    compareCommands(
      'Every file parsed, whole commands',
      [
        { name: 'lexichord index, from nothing', parameters: index, prepare: forget },
        { name: 'repomix --compress', parameters: [...all, '--compress'] },
      ],
      print,
    );
    compareCommands(
      'One file written, whole commands',
      [
        { name: 'lexichord pack, index up to date', parameters: [...pack, '--workspace', workspace] },
        { name: 'repomix, all files', parameters: all },
      ],
      print,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
