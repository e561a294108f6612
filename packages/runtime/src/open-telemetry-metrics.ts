import { createRequire } from 'node:module';

import type { IMetrics, MetricAttributes } from '@lexichord/abstractions';
import type * as OpenTelemetry from '@opentelemetry/api';

const meterName = 'lexichord';

/** Global symbol by which every copy of the API, in any module format, finds the host's SDK. */
const installedApi = Symbol.for('opentelemetry.js.api.1');

const require = createRequire(import.meta.url);

/**
 * Counters, histograms and gauges of the global OpenTelemetry meter `lexichord`. Without an SDK, calls do nothing; an
 * SDK that the host installs later is used from the next call on. The API is loaded only then, because most processes
 * measure nothing.
 */
export class OpenTelemetryMetrics implements IMetrics {
  private api: OpenTelemetry.MetricsAPI | undefined;
  private provider: OpenTelemetry.MeterProvider | undefined;
  private meter: OpenTelemetry.Meter | undefined;
  private readonly counters = new Map<string, OpenTelemetry.Counter>();
  private readonly histograms = new Map<string, OpenTelemetry.Histogram>();
  private readonly gauges = new Map<string, OpenTelemetry.Gauge>();

  count(name: string, value = 1, attributes?: MetricAttributes): void {
    const meter = this.currentMeter();
    if (meter === undefined) return;
    instrumentOf(this.counters, name, () => meter.createCounter(name)).add(value, attributes);
  }

  record(name: string, value: number, attributes?: MetricAttributes): void {
    const meter = this.currentMeter();
    if (meter === undefined) return;
    instrumentOf(this.histograms, name, () => meter.createHistogram(name, unitOf(name))).record(value, attributes);
  }

  gauge(name: string, value: number, attributes?: MetricAttributes): void {
    const meter = this.currentMeter();
    if (meter === undefined) return;
    instrumentOf(this.gauges, name, () => meter.createGauge(name, unitOf(name))).record(value, attributes);
  }

  /** The current meter. The API has no proxy for meters: instruments created before the SDK would stay silent. */
  private currentMeter(): OpenTelemetry.Meter | undefined {
    if (!(installedApi in globalThis)) return undefined;
    this.api ??= (require('@opentelemetry/api') as typeof OpenTelemetry).metrics;
    const provider = this.api.getMeterProvider();
    if (this.meter === undefined || provider !== this.provider) {
      this.provider = provider;
      this.meter = provider.getMeter(meterName);
      this.counters.clear();
      this.histograms.clear();
      this.gauges.clear();
    }
    return this.meter;
  }
}

/** Creates metrics for a host's SDK, which may be installed later. */
export function createOpenTelemetryMetrics(): IMetrics {
  return new OpenTelemetryMetrics();
}

/** The instrument with a name, which is created once. */
function instrumentOf<T>(instruments: Map<string, T>, name: string, create: () => T): T {
  const found = instruments.get(name);
  if (found !== undefined) return found;
  const created = create();
  instruments.set(name, created);
  return created;
}

function unitOf(name: string): { unit: string } | undefined {
  if (name.endsWith('Ms')) return { unit: 'ms' };
  if (name.endsWith('Bytes')) return { unit: 'By' };
  return undefined;
}
