import { type Token, token } from '../token.js';

/** Low-cardinality labels of a measurement. */
export type MetricAttributes = Readonly<Record<string, string | number | boolean>>;

/** Counters, histograms and gauges. Costs nothing unless the host installs a metrics SDK. */
export interface IMetrics {
  /** Adds to a counter. `name` is dotted, such as `Agents.Context.Assembly.Count`. */
  count(name: string, value?: number, attributes?: MetricAttributes): void;
  /** Records one value of a distribution. The unit is the last part of the name, such as `…DurationMs`. */
  record(name: string, value: number, attributes?: MetricAttributes): void;
  /** Sets what a value is now, such as a rate; only the last one matters. */
  gauge(name: string, value: number, attributes?: MetricAttributes): void;
}
export const IMetrics: Token<IMetrics> = token('IMetrics');
