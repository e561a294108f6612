import { lstat, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError, PathDeniedError } from '@lexichord/abstractions';
import { replaceFile } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { commentedConfigurationTemplate } from '@lexichord/runtime';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { findWorkspace } from '../session/find-workspace.js';

const file = '.agent/config.yml';

/** `lexichord init`. */
export const runInit: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  const workspace = await findWorkspace(globals, io);
  const replace = flagOption(invocation, 'force');
  const outcome = await writeConfiguration(workspace, await commentedConfigurationTemplate(), { replace });
  if (globals.json) {
    printJson({ workspace, file, outcome }, io);
  } else {
    const verb = outcome === 'replaced' ? 'Replaced' : 'Wrote';
    io.stdout.write(
      `${verb} ${file} in ${toTerminalLine(workspace)}.\nEvery setting in it is a comment that shows the default; take away the # of those you change.\n` +
        'Then "lexichord config validate" checks it.\n',
    );
  }
  return ExitCode.done;
};

/** Never writes through a link: a link in a cloned repository could point anywhere. */
async function writeConfiguration(
  workspace: string,
  text: string,
  { replace }: { readonly replace: boolean },
): Promise<'written' | 'replaced'> {
  const folder = join(workspace, '.agent');
  const path = join(workspace, file);
  try {
    await mkdir(folder, { recursive: true });
    if ((await realpath(folder)) !== join(await realpath(workspace), '.agent')) {
      throw new PathDeniedError('.agent', 'a link leads it out of its place, and nothing is written through a link');
    }
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isThere && !replace) throw alreadyExistsError();
    await (isThere ? replaceFile(path, [text]) : writeFile(path, text, { flag: 'wx' }));
    return isThere ? 'replaced' : 'written';
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof LexichordError) throw cause;
    if (code === 'EEXIST') throw alreadyExistsError();
    throw new LexichordError(
      ErrorCode.ioFailed,
      `${file} cannot be written (${code ?? 'unknown reason'}). Check the folder's permissions and the room on the disk.`,
      { cause },
    );
  }
}

function alreadyExistsError(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `${file} is already there and was left as it is. Use --force to replace it.`,
    { details: { file } },
  );
}
