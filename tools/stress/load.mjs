import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Keeps one processor busy. */
const compute = 'for (;;);';

/** Writes 64 MB, waits until they are on the disk, and begins again. */
const write = `
const fs = require('node:fs');
const block = Buffer.alloc(1 << 26, 1);
for (;;) {
  const file = fs.openSync(process.argv[1], 'w');
  fs.writeSync(file, block);
  fs.fsyncSync(file);
  fs.closeSync(file);
}`;

/**
 * Starts a process for each processor, and one for the disk.
 *
 * @param folder for what is written; made, and removed at the end
 * @returns a function that ends them
 */
export function startLoad(folder) {
  mkdirSync(folder, { recursive: true });
  const scripts = [...Array(availableParallelism()).fill([compute]), [write, `${folder}/block`]];
  const children = scripts.map((script) => spawn(process.execPath, ['-e', ...script], { stdio: 'ignore' }));
  return () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
}
