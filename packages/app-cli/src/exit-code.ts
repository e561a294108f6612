import { ErrorCode, isLexichordError } from '@lexichord/abstractions';

import { interruptingSignals } from './interruption.js';

/** Exit codes of the process. */
export const ExitCode = {
  done: 0,
  failed: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** The command belongs to a higher licence tier. */
  notLicensed: 3,
  /** 128 plus the number of SIGINT, as in shells. */
  interrupted: interruptingSignals.SIGINT,
  /** 128 plus the number of SIGTERM. */
  terminated: interruptingSignals.SIGTERM,
} as const;

/** One of the values of {@link ExitCode}. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const usageCodes: readonly string[] = [
  ErrorCode.invalidArgument,
  ErrorCode.invalidConfiguration,
  ErrorCode.unknownAgent,
  ErrorCode.unknownStrategy,
];

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!isLexichordError(error)) return ExitCode.failed;
  if (error.code === ErrorCode.licenseRequired) return ExitCode.notLicensed;
  return usageCodes.includes(error.code) ? ExitCode.usage : ExitCode.failed;
}
