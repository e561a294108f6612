import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CommandSubjects } from './every-command.js';
import { type RunOptions, aFolder, runCommand } from './run-command.js';

/** The archives in `states/`, the oldest first; its README says what each of them is. */
export const archivedStates = [
  'before-origins',
  'before-checksums',
  'before-renderings',
  'before-level-checksums',
  'before-segments-3',
  'before-counted-facts',
  'before-levels-4',
  'before-byte-vectors',
  'before-visible-breaks',
  'before-plural-acronyms',
  'current',
] as const;
export type ArchivedStateName = (typeof archivedStates)[number];

/** A workspace with the state of an archive, on a disk of its own. */
export interface ArchivedState extends RunOptions {
  /** Holds the workspace and the user's records of what they made. */
  readonly disk: string;
  /** Output of commands at the time of archiving. */
  readonly known: {
    /** Of the conversation `chat`. */
    readonly head: string;
    /** Its closed segments. */
    readonly closed: readonly { readonly segmentId: string; readonly messageIds: readonly string[] }[];
  };
}

/** The state as its version left it. Removed when the file's tests are done. */
export async function anArchivedState(name: ArchivedStateName): Promise<ArchivedState> {
  const disk = aFolder();
  const archive = fileURLToPath(new URL(`states/${name}.tgz`, import.meta.url));
  // Another user's files would be refused.
  execFileSync('tar', ['-xzf', archive, '--no-same-owner', '-C', disk]);
  const state = onDisk(disk);
  if (!existsSync(join(state.workingDirectory, '.lexichord/origin'))) await adopt(state);
  return state;
}

/** The same on a disk of its own, for a test that writes. */
export function copyOf({ disk }: ArchivedState): ArchivedState {
  const copy = aFolder();
  cpSync(disk, copy, { recursive: true, preserveTimestamps: true });
  return onDisk(copy);
}

/** State without an origin is set aside by the first command, and taken up again by this one. */
async function adopt(state: ArchivedState): Promise<void> {
  const first = await runCommand(['config', 'validate'], state);
  expect(first.stderr).toContain('lexichord doctor --adopt .lexichord.aside-1');
  await expectDone(['doctor', '--adopt', '.lexichord.aside-1'], state);
}

/** Subjects for commands, with backups, which the state's version may not have been able to write. */
export async function commandSubjectsOf(state: ArchivedState): Promise<CommandSubjects> {
  for (const feature of ['memory', 'knowledge']) {
    const backup = join(state.workingDirectory, `${feature}.backup`);
    // On a copy: what opens the state first is up to the test.
    if (!existsSync(backup)) await expectDone([feature, 'backup', backup], copyOf(state));
  }
  return {
    document: 'notes.md',
    query: 'zebra crossing',
    chunk: 'src/crossing.ts:1-4',
    otherChunk: 'notes.md:1-7',
    facts: 'facts.yaml',
    entity: 'Billing',
    transcript: 'chat.jsonl',
    conversation: 'chat',
    segment: String(state.known.closed[0]?.segmentId),
    memoryBackup: 'memory.backup',
    knowledgeBackup: 'knowledge.backup',
  };
}

/** Output of a command that must succeed without complaint. */
export async function expectDone(argv: readonly string[], options: RunOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(argv, options);
  expect([argv, exitCode, stderr]).toEqual([argv, 0, '']);
  return stdout;
}

function onDisk(disk: string): ArchivedState {
  return {
    disk,
    workingDirectory: join(disk, 'workspace'),
    environment: { XDG_STATE_HOME: join(disk, 'state') },
    known: JSON.parse(readFileSync(join(disk, 'known.json'), 'utf8')) as ArchivedState['known'],
  };
}
