import type { IMetrics, MetricAttributes } from '@lexichord/abstractions';
import type { Counter, Histogram, Meter, MeterProvider, MetricsAPI } from '@opentelemetry/api';

const meterName = 'lexichord';

/**
 * Counters and histograms of the global OpenTelemetry meter `lexichord`. Without an SDK the API's own no-op meter
 * takes every call; an SDK that the host installs later is picked up by the next call.
 */
export class OpenTelemetryMetrics implements IMetrics {
  private provider: MeterProvider | undefined;
  private meter: Meter | undefined;
  private readonly counters = new Map<string, Counter>();
  private readonly histograms = new Map<string, Histogram>();

  constructor(private readonly api: MetricsAPI) {}

  count(name: string, value = 1, attributes?: MetricAttributes): void {
    const meter = this.currentMeter();
    let counter = this.counters.get(name);
    if (counter === undefined) {
      counter = meter.createCounter(name);
      this.counters.set(name, counter);
    }
    counter.add(value, attributes);
  }

  record(name: string, value: number, attributes?: MetricAttributes): void {
    const meter = this.currentMeter();
    let histogram = this.histograms.get(name);
    if (histogram === undefined) {
      histogram = meter.createHistogram(name, unitOf(name));
      this.histograms.set(name, histogram);
    }
    histogram.record(value, attributes);
  }

  /** The API has no proxy for meters: instruments made before the SDK was installed would stay silent for ever. */
  private currentMeter(): Meter {
    const provider = this.api.getMeterProvider();
    if (this.meter === undefined || provider !== this.provider) {
      this.provider = provider;
      this.meter = provider.getMeter(meterName);
      this.counters.clear();
      this.histograms.clear();
    }
    return this.meter;
  }
}

/** Loads the OpenTelemetry API, which a process that measures nothing need not load. */
export async function createOpenTelemetryMetrics(): Promise<IMetrics> {
  const { metrics } = await import('@opentelemetry/api');
  return new OpenTelemetryMetrics(metrics);
}

function unitOf(name: string): { unit: string } | undefined {
  if (name.endsWith('Ms')) return { unit: 'ms' };
  if (name.endsWith('Bytes')) return { unit: 'By' };
  return undefined;
}
