import { type Token, token } from '../token.js';

/** Source of time and timers; there is no other, so that tests control both. */
export interface IClock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic time in milliseconds with a fraction; only differences are meaningful. */
  monotonicMs(): number;
  /**
   * Calls `onElapsed` once, `delayMs` milliseconds from now. A timer that runs keeps the process alive.
   *
   * @returns a function that stops the timer; it does nothing once the timer has elapsed
   */
  startTimer(delayMs: number, onElapsed: () => void): () => void;
}
export const IClock: Token<IClock> = token('IClock');

/** Source of identifiers that are not derived from content; there is no other, so that tests can repeat them. */
export interface IIdSource {
  /** A fresh identifier, unique within the process and beyond. */
  nextId(): string;
}
export const IIdSource: Token<IIdSource> = token('IIdSource');

/** Named values of a log line. Identifiers, counts and sizes; never content. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Structured logging with constant templates: `log.info('Assembled {fragmentCount} fragments', { fragmentCount })`.
 *
 * Levels: `error` for failed or refused requests, `warn` for incomplete answers, `info` for whole requests, `debug` for
 * their stages.
 */
export interface ILogger {
  debug(template: string, fields?: LogFields): void;
  info(template: string, fields?: LogFields): void;
  warn(template: string, fields?: LogFields): void;
  /** `error` is logged by its name, code, message and stack. */
  error(template: string, fields?: LogFields, error?: unknown): void;
  /** A logger whose lines name their source, such as the class that writes them. */
  forSource(source: string): ILogger;
  /** Runs `work` with the correlation id on every line written from it, across awaits. */
  withCorrelation<T>(correlationId: string, work: () => T): T;
}
export const ILogger: Token<ILogger> = token('ILogger');

/** Low-cardinality labels of a measurement. */
export type MetricAttributes = Readonly<Record<string, string | number | boolean>>;

/** Counters, histograms and gauges. No cost unless the host installs a metrics SDK. */
export interface IMetrics {
  /** Adds to a counter. `name` is dotted, such as `Agents.Context.Assembly.Count`. */
  count(name: string, value?: number, attributes?: MetricAttributes): void;
  /** Records one value of a distribution. The unit is the last part of the name, such as `…DurationMs`. */
  record(name: string, value: number, attributes?: MetricAttributes): void;
  /** Sets the current value, such as a rate; only the last one counts. */
  gauge(name: string, value: number, attributes?: MetricAttributes): void;
}
export const IMetrics: Token<IMetrics> = token('IMetrics');
