import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { type FolderFiles, aFolder } from './run-command.js';

/** Initial state of a test: files, and the state that commands have stored beside them. */
export interface Preparation {
  /** Names what `prepare` does: two that differ have different names. */
  readonly name: string;
  readonly files: FolderFiles;
  readonly prepare: (folder: string) => Promise<unknown>;
}

/**
 * A folder with files, in which commands have stored something. It is prepared once for a test run, and copied for each
 * test that asks for the same: storing takes a hundred times as long as copying.
 */
export async function aPreparedFolder({ name, files, prepare }: Preparation): Promise<string> {
  const template = join(templatesFolder(), `${name}-${hashOf(files)}`);
  const folder = aFolder(existsSync(template) ? {} : files);
  if (existsSync(template)) {
    copyFolder(template, folder);
    return folder;
  }
  await prepare(folder);
  const copy = `${template}.${process.pid}`;
  copyFolder(folder, copy);
  publish(copy, template);
  return folder;
}

/** With the times of its files: an index knows its files by them. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** Under its name there is only ever a whole copy; of two that were made at once, the first stays. */
function publish(copy: string, template: string): void {
  try {
    renameSync(copy, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    rmSync(copy, { recursive: true });
  }
}

/** It goes with the home folder of the test run. */
function templatesFolder(): string {
  const folder = join(homedir(), '.prepared-folders');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function hashOf(files: FolderFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of Object.entries(files)) {
    hash.update(`${path}\0${Buffer.byteLength(content)}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
