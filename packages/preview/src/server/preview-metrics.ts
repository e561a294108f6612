import type { AssemblyOrigin, IEventBus, Unsubscribe } from '@lexichord/abstractions';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { RefusalReason } from '@lexichord/control/server';

/** Process metrics run until the process ends, so all servers share them. */
let ofProcess: Registry | undefined;

function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Prometheus metrics of one panel. Labels have few values: never a viewer, a path or an agent. */
export class PreviewMetrics {
  private readonly registry = new Registry();
  private readonly assemblies = new Counter({
    name: 'lexichord_preview_assemblies_total',
    help: 'Assemblies in this process by requester and outcome.',
    labelNames: ['origin', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'lexichord_preview_assembly_duration_seconds',
    help: 'How long assemblies took.',
    labelNames: ['origin'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  private readonly tokens = new Histogram({
    name: 'lexichord_preview_assembly_tokens',
    help: 'Tokens of the assembled prompts.',
    labelNames: ['origin'] as const,
    buckets: [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000],
    registers: [this.registry],
  });
  private readonly refused = new Counter({
    name: 'lexichord_preview_refused_requests_total',
    help: 'Refused requests, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly slow = new Counter({
    name: 'lexichord_preview_dropped_viewers_total',
    help: 'Viewers disconnected because they read too slowly.',
    registers: [this.registry],
  });
  private readonly subscriptions: readonly Unsubscribe[];

  constructor(events: IEventBus, countViewers: () => number) {
    new Gauge({
      name: 'lexichord_preview_viewers',
      help: 'Connected viewers.',
      registers: [this.registry],
      collect() {
        this.set(countViewers());
      },
    });
    this.subscriptions = [
      events.subscribe('ContextAssembled', ({ origin, result }) => {
        this.ended(origin, 'assembled');
        this.durations.observe({ origin }, result.assemblyDurationMs / 1_000);
        this.tokens.observe({ origin }, result.renderedTokens);
      }),
      events.subscribe('ContextAssemblyFailed', ({ origin, outcome }) => this.ended(origin, outcome)),
    ];
  }

  readonly countRefusal = (reason: RefusalReason): void => this.refused.inc({ reason });

  readonly countSlowViewer = (): void => this.slow.inc();

  /** In Prometheus' text format. */
  async answer(): Promise<Response> {
    const all = Registry.merge([this.registry, processRegistry()]);
    return new Response(await all.metrics(), { headers: { 'Content-Type': all.contentType } });
  }

  close(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private ended(origin: AssemblyOrigin, outcome: string): void {
    this.assemblies.inc({ origin, outcome });
  }
}
