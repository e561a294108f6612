import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

import type { IClock, ILogger, LogFields } from '@lexichord/abstractions';
import type * as Pino from 'pino';

import { componentOf, type LogLevel, type LogLevels, LogLevelTable } from './log-level.js';
import { type ScreenLogText, renameReservedFields, toLoggedError, toLoggedFields } from './log-record.js';
import { toLogText } from './log-text.js';

/** The destination of lines; each call gets one whole line with its line feed. */
export type LogDestination = Pino.DestinationStream;

/** Options of {@link createPinoLogger}. */
export interface PinoLoggerOptions {
  /** Default: warnings and errors, as suits a library and a command line. */
  readonly levels?: LogLevels | undefined;
  /** Default: standard error, written synchronously so that no line is lost when the process ends. */
  readonly destination?: LogDestination | undefined;
  /** Is given every text that a field or an error brings, as a whole. Default: texts are written as they are. */
  readonly screen?: ScreenLogText | undefined;
  readonly clock: IClock;
}

const require = createRequire(import.meta.url);

interface Shared {
  /** Loads pino with the first line, since most processes never write one. */
  readonly pino: () => Pino.Logger;
  readonly levels: LogLevelTable;
  readonly screen: ScreenLogText;
}

/** Fields that lines have by the work that they are written from. */
interface LineContext {
  /** Owner of the correlation id on the lines. */
  readonly owner?: Shared;
  readonly correlationId?: string;
  /** Screens texts in addition to the logger's own screening. */
  readonly screen?: ScreenLogText;
}

/**
 * One for all loggers: Node asks every storage about every promise, for as long as the process runs, so that one for each
 * logger would slow a host down with every workspace that it has opened.
 */
const contexts = new AsyncLocalStorage<LineContext>();

/**
 * Runs `work` so that every text of a line written from it, across awaits, is screened by `screen`, too: for what is
 * known of one call alone. A logger of the host's own screens by itself.
 */
export function withLogScreen<T>(screen: ScreenLogText, work: () => T): T {
  const { screen: outer, ...context } = contexts.getStore() ?? {};
  const both: ScreenLogText = outer === undefined ? screen : (text) => screen(outer(text));
  return contexts.run({ ...context, screen: both }, work);
}

/**
 * JSON lines through pino: `{ level, time, source, correlationId, template, …fields, msg }`, where `msg` is the template
 * filled with the fields. Made by {@link createPinoLogger}.
 */
export class PinoLogger implements ILogger {
  private readonly component: string;

  constructor(
    private readonly shared: Shared,
    private readonly source: string,
  ) {
    this.component = componentOf(source);
  }

  debug(template: string, fields?: LogFields): void {
    this.write('debug', template, { fields });
  }

  info(template: string, fields?: LogFields): void {
    this.write('info', template, { fields });
  }

  warn(template: string, fields?: LogFields): void {
    this.write('warn', template, { fields });
  }

  error(template: string, fields?: LogFields, error?: unknown): void {
    this.write('error', template, { fields, error });
  }

  forSource(source: string): PinoLogger {
    return new PinoLogger(this.shared, toLogText(source));
  }

  withCorrelation<T>(correlationId: string, work: () => T): T {
    return contexts.run({ ...contexts.getStore(), owner: this.shared, correlationId: toLogText(correlationId) }, work);
  }

  /** Changes the levels from now on, for this logger and every one that shares its origin. */
  changeLevels(levels: LogLevels): void {
    this.shared.levels.change(levels);
  }

  private write(
    level: Exclude<LogLevel, 'silent'>,
    template: string,
    { fields = {}, error }: { fields?: LogFields | undefined; error?: unknown },
  ): void {
    if (!this.shared.levels.isWritten(this.component, level)) return;
    const { owner, correlationId, screen: screenOfWork } = contexts.getStore() ?? {};
    const { screen: ownScreen } = this.shared;
    const screen: ScreenLogText = screenOfWork === undefined ? ownScreen : (text) => ownScreen(screenOfWork(text));
    const loggedFields = toLoggedFields(fields, screen);
    this.shared.pino()[level](
      {
        source: this.source,
        ...(owner === this.shared ? { correlationId } : {}),
        template,
        ...renameReservedFields(loggedFields),
        ...(error === undefined ? {} : { error: toLoggedError(error, screen) }),
      },
      // pino takes a lone `%s` in a message for a format only when arguments follow; there are none.
      formatTemplate(template, loggedFields),
    );
  }
}

/** Makes the root logger of a runtime. */
export function createPinoLogger({
  levels = { level: 'warn' },
  destination,
  screen = (text) => text,
  clock,
}: PinoLoggerOptions): PinoLogger {
  let instance: Pino.Logger | undefined;
  const options: Pino.LoggerOptions = {
    level: 'debug', // the table above decides, source by source
    base: null,
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  };
  const open = (): Pino.Logger => {
    const { pino } = require('pino') as typeof Pino;
    return pino(options, destination ?? pino.destination({ fd: 2, sync: true }));
  };
  return new PinoLogger(
    {
      pino: () => (instance ??= open()),
      levels: new LogLevelTable(levels),
      screen,
    },
    'Lexichord',
  );
}

/**
 * Fills `{name}` with the field of that name. A name without a field stays as it is; what a value contains is never
 * looked at again.
 */
function formatTemplate(template: string, fields: LogFields): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? placeholder : String(value);
  });
}
