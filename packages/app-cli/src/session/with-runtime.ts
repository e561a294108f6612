import {
  ErrorCode,
  type ILexichordRuntime,
  ISecretScanner,
  IStateFolder,
  LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';
import { screenError } from '@lexichord/platform/internal';
import { createRuntime } from '@lexichord/runtime';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { printWarnings } from '../output/print-warnings.js';
import { findWorkspace } from './find-workspace.js';
import { type Settings, readSettings } from './read-settings.js';

/** An open workspace and what it was opened with. */
export interface Session {
  readonly runtime: ILexichordRuntime;
  readonly settings: Settings;
}

/** How to open it. */
export interface SessionOptions {
  readonly globals: GlobalOptions;
  readonly io: CommandIo;
  /** Instead of looking for one. */
  readonly workspaceRoot?: string | undefined;
  /** Whether changes of the configuration are taken up while it is open. Default: false. */
  readonly watchConfiguration?: boolean | undefined;
}

/**
 * Opens the workspace, does the work, and closes it whatever happens. A licence that does not hold is told once: on
 * standard error, or with `--json` in the error that it leads to. So is one that is about to expire, on standard error.
 */
export async function withRuntime(
  { globals, io, workspaceRoot: named, watchConfiguration }: SessionOptions,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  const workspaceRoot = named ?? (await findWorkspace(globals, io));
  const settings = await readSettings(globals, { io, workspaceRoot });
  const runtime = await createRuntime({
    workspaceRoot,
    license: settings.license.license,
    lowerTierTo: settings.lowerTierTo,
    environment: io.environment,
    trustsState: trustsState(globals, io),
    clock: io.clock,
    configuration: logSettings(globals, settings),
    watchConfiguration,
  });
  try {
    printStateNotice(runtime, globals, io);
    const warnings = [...licenseWarnings({ runtime, settings }), ...runtime.configurationWarnings];
    if (!globals.json) printWarnings(warnings, io);
    return await work({ runtime, settings });
  } catch (error) {
    const shown = await screenError(error, { scanner: runtime.resolve(ISecretScanner) });
    throw globals.json ? withComplaint(shown, { runtime, settings }) : shown;
  } finally {
    await runtime.dispose();
  }
}

function trustsState({ trustState }: GlobalOptions, { environment }: CommandIo): boolean {
  return trustState === true || environment['LEXICHORD_TRUST_STATE'] === '1';
}

/** Programs are told too, since what was kept before seems to be gone. */
function printStateNotice(runtime: ILexichordRuntime, { json }: GlobalOptions, io: CommandIo): void {
  const { notice: message } = runtime.resolve(IStateFolder);
  if (message === undefined) return;
  if (json) io.stderr.write(`${JSON.stringify({ warning: { code: 'foreign-state', message } })}\n`);
  else printWarnings([message], io);
}

/** What is wrong with the licence, or that it is about to expire. */
export function licenseWarnings(session: Session): readonly string[] {
  const warning = licenseComplaint(session) ?? session.runtime.license.info.expiryWarning;
  return warning === undefined ? [] : [warning];
}

/** What is wrong with the licence that was given, if anything is. */
function licenseComplaint({ runtime, settings }: Session): string | undefined {
  const { problem, source } = settings.license;
  if (problem !== undefined) return problem;
  const { status, message } = runtime.license.info;
  return status === 'valid' || source === 'development' ? undefined : message;
}

/**
 * Log lines are for whoever asks for them: with --debug, or in the configuration. What a person needs to know of a run,
 * such as a strategy that was cut, is in its result.
 */
function logSettings({ debug }: GlobalOptions, { configuration: { origins } }: Settings) {
  if (debug) return { logging: { level: 'debug' } } as const;
  return origins.get('logging.level') === 'default' ? ({ logging: { level: 'silent' } } as const) : undefined;
}

function withComplaint(error: unknown, session: Session): unknown {
  const complaint = licenseComplaint(session);
  if (complaint === undefined || !isLexichordError(error) || error.code !== ErrorCode.licenseRequired) return error;
  const { status } = session.runtime.license.info;
  return new LexichordError(error.code, `${error.message} ${complaint}`, {
    details: { ...error.details, licenseStatus: status },
    cause: error,
  });
}
