import { ILogger, isLexichordError } from '@lexichord/abstractions';
import type { WarmHold, WarmServerOptions } from '@lexichord/control/server';
import type { WarmRecord } from '@lexichord/control/warm';
import { SystemClock } from '@lexichord/platform';
import { RuntimeKeeper } from '@lexichord/runtime/internal';

import type { RunningIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { printWarnings } from '../output/print-warnings.js';
import { findWorkspace } from '../session/find-workspace.js';
import { type Session, withRuntime } from '../session/with-runtime.js';
import { nameOf } from './ask-warm-process.js';
import { holdCommandServer } from './serve-commands.js';

/** A long-running command that also answers other commands. */
export interface ServingSession {
  readonly kind: WarmServerOptions['kind'];
  readonly globals: GlobalOptions;
  readonly io: RunningIo;
  readonly watchConfiguration?: boolean | undefined;
  /**
   * Whether other commands share its open workspace: not if it has unsaved texts. Others then get a separate one,
   * opened on their first request.
   */
  readonly isShared: boolean;
}

/**
 * Opens the workspace and runs the work, like `withRuntime`, and answers other commands until the work is done. It
 * answers before the workspace is open, so that another server started at the same moment finds this one.
 */
export async function withCommandServer(
  { kind, globals, io, watchConfiguration, isShared }: ServingSession,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  // Copied before libraries are loaded, because they set variables themselves.
  const environment = { ...io.environment };
  const keeper = new RuntimeKeeper();
  const own = isShared ? { ...io, openRuntime: keeper.open.bind(keeper) } : io;
  const workspaceRoot = findWorkspace(globals, io);
  const log = new DeferredLog();
  const server = await startServer({ kind, workspaceRoot, keeper, io: { ...io, environment }, log });
  try {
    return await withRuntime({ globals, io: own, workspaceRoot, watchConfiguration }, async (session) => {
      log.open(session.runtime.resolve(ILogger).forSource('CommandServer'));
      try {
        return await work(session);
      } finally {
        await server?.close();
      }
    });
  } finally {
    await server?.close();
    await keeper.dispose();
  }
}

/** Options of answering commands. */
interface CommandServing extends Pick<ServingSession, 'kind' | 'io'> {
  readonly workspaceRoot: string;
  readonly keeper: RuntimeKeeper;
  readonly log: DeferredLog;
}

/** Starts the server. Without it, commands run in their own processes, so a failure does not end this one. */
async function startServer({ kind, workspaceRoot, keeper, io, log }: CommandServing): Promise<WarmHold | undefined> {
  const { environment, clock = new SystemClock(), runCommandLine } = io;
  const onFailure = (error: unknown): void => {
    const reason = isLexichordError(error) ? error.message : String((error as NodeJS.ErrnoException).code);
    log.write((logger) => logger.warn('Commands are not answered: {reason}', { reason }));
  };
  // Printed even without a log, so that the user can end that process.
  const onBusy = (record: WarmRecord): void => {
    const what = `${nameOf(record)} keeps this workspace warm, but does not answer`;
    printWarnings(
      [`${what}. Until it answers, commands run in their own process; when it has ended, this process answers them.`],
      io,
    );
  };
  const onHolding = (): void => log.write((logger) => logger.info('Commands are answered by this process'));
  const served = { kind, workspaceRoot, keeper, environment, clock, runCommandLine };
  try {
    return await holdCommandServer(served, { onHolding, onBusy, onFailure });
  } catch (error) {
    onFailure(error);
    return undefined;
  }
}

/** A log that is opened with the workspace; earlier lines are held until then. */
class DeferredLog {
  private logger: ILogger | undefined;
  private waiting: ((logger: ILogger) => void)[] = [];

  write(line: (logger: ILogger) => void): void {
    if (this.logger === undefined) this.waiting.push(line);
    else line(this.logger);
  }

  open(logger: ILogger): void {
    this.logger = logger;
    for (const line of this.waiting.splice(0)) line(logger);
  }
}
