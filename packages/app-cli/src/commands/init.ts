import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { workspaceConfigurationPath } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { commentedConfigurationTemplate } from '@lexichord/runtime/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { flagOption, listOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { findWorkspace } from '../session/find-workspace.js';
import { alreadyThereError, writeOwnFile } from '../session/own-file.js';

const file = workspaceConfigurationPath;

/** `lexichord init`. */
export const runInit: CommandRun = async (invocation, io) => {
  const agents = listOption(invocation, 'agent', '--agent');
  if (agents.length === 0) return initConfiguration(invocation, io);
  const { initAgents } = await import('./init-agent.js');
  return initAgents(agents, invocation, io);
};

async function initConfiguration(invocation: Invocation, io: CommandIo): Promise<number> {
  const { globals } = invocation;
  const workspace = findWorkspace(globals, io);
  const replace = flagOption(invocation, 'force');
  const outcome = await writeConfiguration(workspace, await commentedConfigurationTemplate(), { replace });
  if (globals.json) {
    printJson({ workspace, file, outcome }, io);
  } else {
    const verb = outcome === 'replaced' ? 'Replaced' : 'Wrote';
    io.stdout.write(
      `${verb} ${file} in ${toTerminalLine(workspace)}.\nEvery setting is commented out and shows its default; remove the # of the settings you change.\n` +
        'Then "lexichord config validate" checks it.\n',
    );
  }
  return ExitCode.done;
}

async function writeConfiguration(
  workspace: string,
  text: string,
  { replace }: { readonly replace: boolean },
): Promise<'written' | 'replaced'> {
  const isThere = await lstat(join(workspace, file)).then(
    () => true,
    () => false,
  );
  if (isThere && !replace) throw alreadyThereError(file);
  await writeOwnFile({ workspace, file }, text, { isReplaced: isThere });
  return isThere ? 'replaced' : 'written';
}
