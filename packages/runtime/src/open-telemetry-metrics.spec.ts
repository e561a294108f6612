import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

import { createOpenTelemetryMetrics } from './open-telemetry-metrics.js';

describe('OpenTelemetryMetrics', () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });

  afterEach(async () => {
    metrics.disable();
    exporter.reset();
    await provider.shutdown();
  });

  it('records in the meter "lexichord" of an SDK that is installed after the first call, one instrument a name', async () => {
    const recorder = createOpenTelemetryMetrics();
    recorder.count('Agents.Context.Assembly.Count');
    metrics.setGlobalMeterProvider(provider);

    recorder.count('Agents.Context.Assembly.Count');
    recorder.count('Agents.Context.Assembly.Count', 2);
    recorder.record('Agents.Context.Assembly.DurationMs', 12, { agent: 'copilot' });
    recorder.record('Agents.Context.Assembly.DurationMs', 30, { agent: 'copilot' });
    recorder.record('Agents.Context.Size', 5);
    recorder.record('Agents.Context.SizeBytes', 5);
    recorder.gauge('Agents.Context.HitRate', 0.25, { level: 'full' });
    recorder.gauge('Agents.Context.HitRate', 0.75, { level: 'full' });
    await provider.forceFlush();

    const [scope] = exporter.getMetrics()[0]!.scopeMetrics;
    expect(scope!.scope.name).toBe('lexichord');
    expect(scope!.metrics.map(({ descriptor }) => [descriptor.name, descriptor.unit])).toEqual([
      ['Agents.Context.Assembly.Count', ''],
      ['Agents.Context.Assembly.DurationMs', 'ms'],
      ['Agents.Context.Size', ''],
      ['Agents.Context.SizeBytes', 'By'],
      ['Agents.Context.HitRate', ''],
    ]);
    expect(scope!.metrics[0]!.dataPoints[0]!.value).toBe(3);
    expect(scope!.metrics[1]!.dataPoints[0]).toMatchObject({
      attributes: { agent: 'copilot' },
      value: { count: 2, sum: 42 },
    });
    expect(scope!.metrics[4]!.dataPoints).toMatchObject([{ attributes: { level: 'full' }, value: 0.75 }]);
  });
});
