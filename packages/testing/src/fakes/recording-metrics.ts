import type { IMetrics, MetricAttributes } from '@lexichord/abstractions';

/** One measurement. */
export interface RecordedMetric {
  readonly name: string;
  readonly value: number;
  readonly attributes: MetricAttributes;
}

/** Keeps measurements for assertions. */
export class RecordingMetrics implements IMetrics {
  readonly measurements: RecordedMetric[] = [];

  count(name: string, value = 1, attributes: MetricAttributes = {}): void {
    this.measurements.push({ name, value, attributes });
  }

  record(name: string, value: number, attributes: MetricAttributes = {}): void {
    this.measurements.push({ name, value, attributes });
  }

  gauge(name: string, value: number, attributes: MetricAttributes = {}): void {
    this.measurements.push({ name, value, attributes });
  }
}
