import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the process was before a snippet's workspace was entered. */
const startFolder = process.cwd();
const folders: string[] = [];

/** Makes a folder with files by their path in it, and has the process work there. @returns its absolute path */
export function enterWorkspace(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-docs-')));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  process.chdir(folder);
  return folder;
}

/** Goes back to the folder that the process was started in, and removes what was made. */
export function leaveWorkspaces(): void {
  process.chdir(startFolder);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
