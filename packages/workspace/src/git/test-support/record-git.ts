import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ARepository } from './a-repository.js';

/**
 * Has each call of git write a line: a program in front of git in `PATH`, which the caller restores.
 *
 * @param outside a folder for that program and the lines
 * @returns the commands since the last time; none where git was not called
 */
export async function recordGit(outside: ARepository): Promise<() => Promise<readonly string[]>> {
  const calls = join(outside.root, 'calls');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  await outside.write('bin/git', `#!/bin/sh\necho "$*" >> '${calls}'\nexec '${real}' "$@"\n`);
  await chmod(join(outside.root, 'bin/git'), 0o755);
  process.env['PATH'] = `${join(outside.root, 'bin')}:${process.env['PATH'] ?? ''}`;
  return async () => {
    const text = await readFile(calls, 'utf8').catch(() => '');
    await rm(calls, { force: true });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => /\b(?:config|log|rev-parse|status)\b/u.exec(line.replaceAll(/ -c \S*/gu, ''))?.[0] ?? line);
  };
}
