import { type Token, token } from '../token.js';

/** Named values of a log line. Identifiers, counts and sizes; never content. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Structured logging with constant templates: `log.info('Assembled {fragmentCount} fragments', { fragmentCount })`.
 *
 * `error` is for what got no answer or was refused, `warn` for an answer with something missing, `info` for a request as
 * a whole, `debug` for its stages.
 */
export interface ILogger {
  debug(template: string, fields?: LogFields): void;
  info(template: string, fields?: LogFields): void;
  warn(template: string, fields?: LogFields): void;
  /** `error` is logged by its name, code, message and stack. */
  error(template: string, fields?: LogFields, error?: unknown): void;
  /** A logger whose lines name their source, such as the class that writes them. */
  forSource(source: string): ILogger;
  /** Runs `work` so that every line written from it, across awaits, carries the correlation id. */
  withCorrelation<T>(correlationId: string, work: () => T): T;
}
export const ILogger: Token<ILogger> = token('ILogger');
