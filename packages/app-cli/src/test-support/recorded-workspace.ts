import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RecordedDisk } from '@lexichord/testing';

import { command } from './built-command.js';
import { placesOn } from './stored-state.js';

/** A command line of a recorded run. */
interface Step {
  readonly argv: readonly string[];
  /** By how much the command's clock is ahead, so that it cleans up what others have replaced. */
  readonly aheadMs?: number;
}

/** A recorded run of them. */
export interface RecordedWorkspace {
  /** How many operations there were before the first. */
  readonly startedAt: number;
  /** By step: how many operations there were when it was acknowledged. */
  readonly acknowledgedAt: readonly number[];
}

const hourMs = 3_600_000;
const adds = 10;
const imports = 3;

/** Commands that keep something, each acknowledged before the next. */
export const recordedSteps: readonly Step[] = [
  { argv: ['strategies', 'disable', 'style'] },
  ...Array.from({ length: adds }, (_, index) => ({
    argv: ['memory', 'add', `part${index}.json`, '--conversation', 'c'],
    // More than a table has versions when it is optimised.
    ...(index >= 6 ? { aheadMs: hourMs } : {}),
  })),
  ...Array.from({ length: imports }, (_, index) => ({ argv: ['knowledge', 'import', `terms${index}.md`] })),
  { argv: ['strategies', 'disable', 'heading'] },
  { argv: ['strategies', 'enable', 'style'] },
];

/** Runs them in a new workspace, and records what they do to the disk. */
export async function recordWorkspace(disk: RecordedDisk): Promise<RecordedWorkspace> {
  const { workspace, home } = placesOn(disk.root);
  for (const folder of [workspace, home]) mkdirSync(folder);
  for (let index = 0; index < adds; index += 1) {
    const messages = Array.from({ length: 2 }, (_, number) => ({
      role: 'user',
      content: `Message ${index}.${number}.`,
    }));
    writeFileSync(join(workspace, `part${index}.json`), JSON.stringify(messages));
  }
  for (let index = 0; index < imports; index += 1) {
    writeFileSync(join(workspace, `terms${index}.md`), `# Glossary\n\n**Term ${index}**: What ${index} means here.\n`);
  }
  disk.settle();
  const startedAt = disk.operations.length;
  const acknowledgedAt: number[] = [];
  for (const { argv, aheadMs = 0 } of recordedSteps) {
    const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${aheadMs};`;
    const { exitCode, stderr, answeredAt } = await disk.run([process.execPath, '--import', clock, command, ...argv], {
      environment: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', LEXICHORD_PROGRESS: 'off' },
      workingDirectory: workspace,
    });
    expect([argv, exitCode, stderr]).toEqual([argv, 0, '']);
    acknowledgedAt.push(answeredAt);
  }
  return { startedAt, acknowledgedAt };
}
