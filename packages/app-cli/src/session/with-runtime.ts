import {
  ErrorCode,
  type ILexichordRuntime,
  IStateFolder,
  LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';
import { type RuntimeOptions, createRuntime } from '@lexichord/runtime';
import type { OpenedRuntime } from '@lexichord/runtime/internal';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { printWarnings } from '../output/print-warnings.js';
import { findWorkspace } from './find-workspace.js';
import { type Settings, readSettings } from './read-settings.js';

/** An open workspace and its settings. */
export interface Session {
  readonly runtime: ILexichordRuntime;
  readonly settings: Settings;
}

/** Options of {@link withRuntime}. */
export interface SessionOptions {
  readonly globals: GlobalOptions;
  readonly io: CommandIo;
  /** Default: found from the current folder. */
  readonly workspaceRoot?: string | undefined;
  /** Whether configuration changes are applied while it is open. Default: false. */
  readonly watchConfiguration?: boolean | undefined;
}

/**
 * Opens the workspace, runs the work, and closes it in any case. An invalid licence is reported once: on standard
 * error, or with `--json` in the resulting error. One that is about to expire is reported on standard error.
 */
export async function withRuntime(
  { globals, io, workspaceRoot: named, watchConfiguration }: SessionOptions,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  const workspaceRoot = named ?? findWorkspace(globals, io);
  const settings = await readSettings(globals, { io, workspaceRoot });
  const { openRuntime = openForOneCommand } = io;
  const configuration = logSettings(globals, settings);
  const isLogged = configuration?.logging.level !== 'silent';
  const opened = await openRuntime({
    workspaceRoot,
    license: settings.license.license,
    lowerTierTo: settings.lowerTierTo,
    environment: io.environment,
    trustsState: trustsState(globals, io),
    clock: io.clock,
    configuration,
    screenLog: isLogged ? await logScreen(io) : undefined,
    watchConfiguration,
  });
  const { runtime } = opened;
  try {
    printStateNotice(runtime, globals, io);
    const warnings = [...licenseWarnings({ runtime, settings }), ...runtime.configurationWarnings];
    if (!globals.json) printWarnings(warnings, io);
    return await work({ runtime, settings });
  } catch (error) {
    throw globals.json ? withLicenseProblem(error, { runtime, settings }) : error;
  } finally {
    await opened.close();
  }
}

async function openForOneCommand(options: RuntimeOptions): Promise<OpenedRuntime> {
  const runtime = await createRuntime(options);
  return { runtime, close: () => runtime.dispose() };
}

function trustsState({ trustState }: GlobalOptions, { environment }: CommandIo): boolean {
  return trustState === true || environment['LEXICHORD_TRUST_STATE'] === '1';
}

/** Also printed with `--json`, because state that was set aside looks lost to a program. */
function printStateNotice(runtime: ILexichordRuntime, { json }: GlobalOptions, io: CommandIo): void {
  const { notice: message } = runtime.resolve(IStateFolder);
  if (message === undefined) return;
  if (json) io.stderr.write(`${JSON.stringify({ warning: { code: 'foreign-state', message } })}\n`);
  else printWarnings([message], io);
}

/** The licence's problem or expiry warning. */
export function licenseWarnings(session: Session): readonly string[] {
  const warning = licenseProblem(session) ?? session.runtime.license.info.expiryWarning;
  return warning === undefined ? [] : [warning];
}

/** The problem of a given licence; `undefined` when it is valid. */
function licenseProblem({ runtime, settings }: Session): string | undefined {
  const { problem, source } = settings.license;
  if (problem !== undefined) return problem;
  const { status, message } = runtime.license.info;
  return status === 'valid' || source === 'development' ? undefined : message;
}

/**
 * Logging is off unless --debug or the configuration turns it on. Facts that users need, such as a shortened strategy,
 * are in the result.
 */
function logSettings({ debug }: GlobalOptions, { configuration: { origins } }: Settings) {
  if (debug) return { logging: { level: 'debug' } } as const;
  return origins.get('logging.level') === 'default' ? ({ logging: { level: 'silent' } } as const) : undefined;
}

/** Loads the scanner for a log, which needs it before its first line. */
async function logScreen({ argv = [], signal }: CommandIo): Promise<(text: string) => string> {
  const [{ createSecretScanner }, { screenOfCommandLine }] = await Promise.all([
    import('@lexichord/runtime/secret-scanner'),
    import('../output/command-line-secrets.js'),
  ]);
  return screenOfCommandLine(argv, await createSecretScanner(), { signal });
}

function withLicenseProblem(error: unknown, session: Session): unknown {
  const problem = licenseProblem(session);
  if (problem === undefined || !isLexichordError(error) || error.code !== ErrorCode.licenseRequired) return error;
  const { status } = session.runtime.license.info;
  return new LexichordError(error.code, `${error.message} ${problem}`, {
    details: { ...error.details, licenseStatus: status },
    cause: error,
  });
}
