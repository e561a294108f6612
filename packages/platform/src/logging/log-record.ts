import { types } from 'node:util';

import type { LogFields } from '@lexichord/abstractions';

import { toLogText } from './log-text.js';

const maxStackFrames = 20;
const maxCauses = 5;

/** Names that a line uses itself; a field of that name gets an underscore behind it. */
const reservedNames = new Set(['time', 'level', 'source', 'correlationId', 'template', 'msg', 'error', '__proto__']);

/** An error in the form of a log line. */
export interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  /** Frames only, since the head of a stack repeats the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Replaces what a log must not show in a text, before the text is cut. */
export type ScreenLogText = (text: string) => string;

/** Values as a log line may show them: scalars only, texts screened, cut and escaped. */
export function toLoggedFields(fields: LogFields, screen: ScreenLogText): LogFields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toLoggedValue(value, screen)]),
  );
}

/** The same fields under names that no field of the line itself has. */
export function renameReservedFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [reservedNames.has(name) ? `${name}_` : name, value]),
  );
}

/** Name, code, message and stack of an error and of its causes. */
export function toLoggedError(error: unknown, screen: ScreenLogText, depth = 0): LoggedError {
  if (!isError(error)) return { name: typeof error, message: toLoggedText(error, screen) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: toLogText(error.code) } : {};
  const frames = stackFrames(error, screen);
  const isCauseShown = error.cause !== undefined && depth < maxCauses;
  const cause = isCauseShown ? { cause: toLoggedError(error.cause, screen, depth + 1) } : {};
  return {
    name: toLogText(error.name),
    ...code,
    message: toLogText(screen(error.message)),
    ...(frames === '' ? {} : { stack: frames }),
    ...cause,
  };
}

/** A caller in plain JavaScript may pass anything; an object could be content, so only its type is logged. */
function toLoggedValue(value: unknown, screen: ScreenLogText): string | number | boolean | null {
  if (typeof value === 'boolean' || value === null) return value;
  // JSON has no NaN and no infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return toLoggedText(value, screen);
}

function toLoggedText(value: unknown, screen: ScreenLogText): string {
  if (typeof value === 'string') return toLogText(screen(value));
  return typeof value === 'bigint' ? value.toString() : `[${Array.isArray(value) ? 'array' : typeof value}]`;
}

/** Also one from another realm, such as a worker or a test environment, which is no `instanceof`. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** Screened, because lines of a message may look like them. */
function stackFrames(error: Error, screen: ScreenLogText): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxStackFrames)
    .map((line) => toLogText(screen(line.trim())))
    .join('\n');
}
