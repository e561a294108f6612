import {
  type CallOptions,
  IClock,
  IIndexService,
  type ILexichordRuntime,
  type IndexReport,
  isLexichordError,
} from '@lexichord/abstractions';
import {
  type ControlHandlers,
  type ControlServer,
  type RefreshOutcome,
  type SwitchedStrategies,
  type WatchDescription,
  startControlServer,
} from '@lexichord/control';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo, RunningIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { flagOption, listArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption } from '../interruption.js';
import { printIndexReport, showIndexProgress } from '../output/index-update.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord index`. */
export const runIndex: CommandRun = (invocation, io) => {
  const paths = listArgument(invocation, 0);
  const rebuild = flagOption(invocation, 'rebuild');
  const { globals } = invocation;
  if (flagOption(invocation, 'watch')) {
    if (rebuild || paths.length > 0 || globals.json) {
      throw usageError('--watch follows the whole workspace and cannot be combined with paths, --rebuild or --json.');
    }
    return watchWorkspace(invocation, io);
  }
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const made = await showIndexProgress(io, (onProgress) =>
      runtime
        .resolve(IIndexService)
        .update({ paths: paths.length === 0 ? undefined : paths, rebuild, onProgress, signal: io.signal }),
    );
    const report = await screenOutput(made, { runtime, signal: io.signal });
    if (globals.json) printJson(report, io);
    else printIndexReport(report, io);
    return ExitCode.done;
  });
};

/** Runs until it is interrupted. Prints only updates that changed something. */
async function watchWorkspace({ globals }: Invocation, io: RunningIo): Promise<number> {
  const { withCommandServer } = await import('../warm/with-command-server.js');
  return withCommandServer({ kind: 'index', globals, io, isShared: true }, async ({ runtime }) => {
    const control = new IndexControl(runtime, { signal: io.signal });
    const server = await openControl(runtime, control, io);
    try {
      await followChanges(runtime, control, io);
    } finally {
      await server?.close();
    }
    return exitCodeOfInterruption(io.signal);
  });
}

async function followChanges(runtime: ILexichordRuntime, control: IndexControl, io: CommandIo): Promise<void> {
  let isFirst = true;
  await runtime.resolve(IIndexService).watch({
    signal: io.signal,
    onReport: async (report) => {
      control.note(report);
      if (isFirst || report.added + report.changed + report.removed > 0) {
        printIndexReport(await screenOutput(report, { runtime }), io);
      }
      if (isFirst) io.stderr.write('Following changes. Press Ctrl+C to stop.\n');
      isFirst = false;
    },
    onFailure: async (error) =>
      printWarnings(await screenOutput([`The index could not be updated: ${messageOf(error)}`], { runtime }), io),
  });
}

/** Watching works without the control server, so its failure is a warning. */
async function openControl(
  runtime: ILexichordRuntime,
  control: IndexControl,
  io: CommandIo,
): Promise<ControlServer | undefined> {
  try {
    return await startControlServer(runtime, control);
  } catch (error) {
    printWarnings([`Other commands cannot reach this one: ${messageOf(error)}`], io);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return isLexichordError(error) ? error.message : 'an unexpected error; --debug shows more.';
}

/** Answers requests of other commands to `lexichord index --watch`. */
class IndexControl implements ControlHandlers {
  private lastReport: { readonly at: string; readonly what: string } | undefined;

  constructor(
    private readonly runtime: ILexichordRuntime,
    private readonly options: CallOptions,
  ) {}

  /** Records the result of an update. */
  note(report: IndexReport): void {
    this.lastReport = {
      at: new Date(this.runtime.resolve(IClock).now()).toISOString(),
      what: `${report.added} added, ${report.changed} changed, ${report.removed} removed`,
    };
  }

  reloadConfiguration: ControlHandlers['reloadConfiguration'] = () => this.runtime.reloadConfiguration();

  async refresh(): Promise<RefreshOutcome> {
    const report = await this.runtime.resolve(IIndexService).update({ signal: this.options.signal });
    this.note(report);
    const { added, changed, removed } = report;
    return { index: { added, changed, removed } };
  }

  describeWatch(): Promise<WatchDescription> {
    return Promise.resolve({
      active: true,
      folders: ['.'],
      documents: [],
      configurationFiles: this.runtime.watchedConfigurationFiles,
      lastEvent: this.lastReport,
    });
  }

  async rereadStrategies(): Promise<SwitchedStrategies> {
    return { switched: await this.runtime.rereadStrategies() };
  }
}
