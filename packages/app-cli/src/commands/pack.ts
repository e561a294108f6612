import {
  type ILexichordRuntime,
  IWorkspaceListing,
  type IndexReport,
  type PackLayout,
  type PackTemplate,
  type PackedContext,
  type PackingBudget,
  type ToolOutput,
  packTask,
} from '@lexichord/abstractions';
import { recordPack } from '@lexichord/runtime/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { isOutputLost } from '../command-line/guard-stream.js';
import { ExitCode } from '../exit-code.js';
import { showIndexProgress } from '../output/index-update.js';
import { countOf } from '../output/numbers.js';
import { printPackTimings, showPackProgress } from '../output/pack-stages.js';
import { printPack, printPackText } from '../output/print-pack.js';
import { packingBudget } from '../packing/budget-options.js';
import {
  openPackTemplate,
  openTask,
  type PackCommandOptions,
  readPackOptions,
  openToolOutputs,
} from '../packing/pack-options.js';
import { type OpenedPack, openPreviousPack } from '../packing/previous-pack.js';
import { type WorkspaceFiles, inWorkspace } from '../packing/resolve-files.js';
import { type Session, withRuntime } from '../session/with-runtime.js';
import { type OutputFile, checkOutputFile, writeOutputFile } from '../session/write-output.js';

/** The inputs of a pack, read and checked before packing starts. */
interface PreparedPack {
  readonly task: string;
  readonly files: WorkspaceFiles;
  readonly options: PackCommandOptions;
  readonly budget: PackingBudget;
  readonly template: PackTemplate | undefined;
  readonly toolOutputs: readonly ToolOutput[];
  readonly output: OutputFile | undefined;
  readonly layout: PackLayout;
  /** The opened pack that the text continues. */
  readonly opened: OpenedPack;
}

/** `lexichord pack` (T-016). */
export const runPack: CommandRun = (invocation, io) => {
  const options = readPackOptions(invocation);
  const { globals } = invocation;
  return withRuntime({ globals, io }, async (session) => {
    const { runtime } = session;
    const prepared = await prepare(options, session, io);
    const { packed, indexMs } = await pack(prepared, runtime, io);
    const { json } = globals;
    // Without --json, configuration warnings are printed when the workspace is opened.
    const configurationWarnings = json ? runtime.configurationWarnings : [];
    const unscreened = [...configurationWarnings, ...prepared.opened.warnings, ...packed.warnings];
    const warnings = await screenOutput(unscreened, { runtime, signal: io.signal });
    if (prepared.output !== undefined) await write(prepared.output, packed, { io, runtime, json });
    else if (!json) printPackText(packed, io);
    const recordWarnings = await record(packed, prepared, { io, runtime });
    const isWritten = prepared.output !== undefined;
    printPack(packed, { io, json, warnings: [...warnings, ...recordWarnings], isWritten });
    if (options.showsTimings && !json) printPackTimings(packed.stats.timingsMs, { io, indexMs });
    return ExitCode.done;
  });
};

/**
 * Records the pack as the last one after its text was delivered: the next pack may treat it as sent. With JSON, the one
 * document includes the warnings of recording, and so is printed afterwards.
 *
 * @returns the warnings
 */
async function record(
  packed: PackedContext,
  { task: given, options, budget }: PreparedPack,
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<readonly string[]> {
  if (isOutputLost(io.stdout)) return [];
  const task = packTask(given, options.change);
  const warnings = await recordPack(runtime, { task, profile: options.profile, budget, packed });
  return screenOutput(warnings, { runtime, signal: io.signal });
}

async function prepare(
  options: PackCommandOptions,
  { runtime, settings }: Session,
  io: CommandIo,
): Promise<PreparedPack> {
  const budget = packingBudget(options.budget, settings.configuration.values.context.budget);
  const folders = { workingDirectory: io.workingDirectory, workspaceRoot: runtime.workspaceRoot };
  const output =
    options.output === undefined ? undefined : await checkOutputFile(options.output, { ...folders, replaces: true });
  const task = await openTask(options.task, io);
  const template = await openPackTemplate(options.template, { io, runtime });
  const toolOutputs = await openToolOutputs(options.toolResults, { io, runtime });
  const listing = runtime.resolve(IWorkspaceListing);
  const files = await inWorkspace(options, { folders, listing }, { signal: io.signal });
  const layout = options.layout ?? settings.configuration.values.context.formatting.layout;
  const opened = await openPreviousPack({ since: options.since, layout }, { io, runtime });
  return { task, files, options, budget, template, toolOutputs, output, layout, opened };
}

/** @returns the pack, and the duration of the index update in milliseconds, if any */
async function pack(
  { task, files, options, budget, template, toolOutputs, layout, opened }: PreparedPack,
  runtime: ILexichordRuntime,
  io: CommandIo,
): Promise<{ readonly packed: PackedContext; readonly indexMs: number | undefined }> {
  const { change, profile, since, refreshesIndex: refresh } = options;
  const { previous } = opened;
  const { signal } = io;
  let indexMs: number | undefined;
  const onIndexReport = ({ durationMs }: IndexReport): void => void (indexMs = durationMs);
  const packed = await showIndexProgress(io, (onIndexProgress) =>
    showPackProgress(io, (onStage) =>
      runtime.pack(task, {
        ...{ ...files, change, toolOutputs, budget, profile, template, refresh, signal },
        ...{ layout, previous, onlyNew: since !== undefined },
        ...{ onIndexProgress, onIndexReport, onStage },
      }),
    ),
  );
  return { packed, indexMs };
}

async function write(
  output: OutputFile,
  { content, totalTokens }: PackedContext,
  { io, runtime, json }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime; readonly json: boolean },
): Promise<void> {
  const shown = await screenOutput({ file: output.name }, { runtime, signal: io.signal });
  await writeOutputFile(output, content);
  if (json) return;
  const verb = output.isThere ? 'Replaced' : 'Wrote';
  io.stderr.write(`${verb} ${toTerminalLine(shown.file)} (${countOf(totalTokens, 'token')}).\n`);
}
