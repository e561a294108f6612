import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type AddedEntry, type EntryOutcome, addEntry, entryText } from '../agents/add-entry.js';
import { type AgentClient, agentClients } from '../agents/agent-clients.js';
import { type CommandIo, canAsk } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { flagOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { askYesOrNo } from '../output/ask.js';
import { printJson } from '../output/print-json.js';
import { findWorkspace } from '../session/find-workspace.js';
import { readOwnFile, writeOwnFile } from '../session/own-file.js';

/** Planned entry of one agent. */
interface EntryPlan extends AddedEntry {
  readonly client: AgentClient;
  /** The file's former text; `undefined` without a file. */
  readonly former: string | undefined;
}

/** `lexichord init --agent <names>`: shows the entries, asks, and writes them. */
export async function initAgents(names: readonly string[], invocation: Invocation, io: CommandIo): Promise<number> {
  const { globals } = invocation;
  const workspace = findWorkspace(globals, io);
  const isReplaced = flagOption(invocation, 'force');
  const plans = await Promise.all(names.map(clientNamed).map((client) => planEntry(client, workspace, { isReplaced })));
  const pending = plans.filter(({ outcome }) => outcome !== 'unchanged');

  if (!globals.json) io.stdout.write(plans.map((plan) => describePlan(plan, workspace)).join('\n'));
  const isAgreed = pending.length === 0 || (await isAgreedTo(pending, invocation, io));
  if (isAgreed) for (const plan of pending) await writeEntry(plan, workspace);

  const outcomeOf = ({ outcome }: EntryPlan): EntryOutcome | 'declined' => (isAgreed ? outcome : 'declined');
  if (globals.json) {
    const agents = plans.map((plan) => ({ agent: plan.client.name, file: plan.client.file, outcome: outcomeOf(plan) }));
    printJson({ workspace, agents }, io);
  } else {
    io.stdout.write(isAgreed ? describeResult(plans) : '\nNothing was written.\n');
  }
  return ExitCode.done;
}

function clientNamed(name: string): AgentClient {
  const found = agentClients.find((client) => client.name === name);
  if (found !== undefined) return found;
  const clientNames = agentClients.map((client) => client.name).join(', ');
  throw usageError(`The agent ${JSON.stringify(name)} is not supported. Supported agents: ${clientNames}.`, {
    agent: name,
  });
}

async function planEntry(
  client: AgentClient,
  workspace: string,
  options: { readonly isReplaced: boolean },
): Promise<EntryPlan> {
  const former = await readOwnFile({ workspace, file: client.file });
  return { client, former, ...addEntry(client, former, options) };
}

/** Writes the shown text; a file that has changed since then is not written. */
async function writeEntry({ client, former, text }: EntryPlan, workspace: string): Promise<void> {
  const own = { workspace, file: client.file };
  if ((await readOwnFile(own)) !== former) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `${client.file} was changed by another program in the meantime and was not written. Run "lexichord init --agent ${client.name}" again.`,
      { details: { file: client.file } },
    );
  }
  await writeOwnFile(own, text, { isReplaced: former !== undefined });
}

async function isAgreedTo(pending: readonly EntryPlan[], invocation: Invocation, io: CommandIo): Promise<boolean> {
  if (flagOption(invocation, 'yes')) return true;
  if (!invocation.globals.json && canAsk(io)) {
    return askYesOrNo(pending.length === 1 ? '\nWrite it?' : `\nWrite these ${pending.length} files?`, io);
  }
  const names = pending.map(({ client }) => client.name).join(',');
  throw usageError(
    `Nothing was written, because there is no terminal to ask on. Run "lexichord init --agent ${names} --yes" to write without confirmation.`,
  );
}

function describePlan({ client, outcome, former }: EntryPlan, workspace: string): string {
  const { title, file } = client;
  if (outcome === 'unchanged') return `${file} already has the entry for ${title}.\n`;
  const what = {
    written: `a new file in ${toTerminalLine(workspace)}`,
    added: 'next to its other entries',
    replaced: 'replacing its present entry',
  }[outcome];
  const text = former === undefined || outcome === 'written' ? 'Will write' : 'Will add to';
  return `${text} ${file}, for ${title}, ${what}:\n\n${entryText(client).replaceAll(/^(?=.)/gmu, '  ')}`;
}

function describeResult(plans: readonly EntryPlan[]): string {
  const lines = plans.flatMap(({ client, outcome }) => [
    ...(outcome === 'unchanged' ? [] : [`Wrote ${client.file}.`]),
    client.nextStep,
  ]);
  return `\n${lines.join('\n')}\nRun "lexichord index" now, so that the first answer does not wait for the index.\n`;
}
