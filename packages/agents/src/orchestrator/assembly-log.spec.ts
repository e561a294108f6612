import { defaultContextBudget, emptyRequest } from '@lexichord/abstractions';
import { createPinoLogger } from '@lexichord/platform';
import { ManualClock, RecordingMetrics, aStrategy } from '@lexichord/testing';
import { anOrchestrator } from '../test-support/an-orchestrator.js';
import { AssemblyLog } from './assembly-log.js';

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_unused, index) => `${name}${index}`).join(' ');

/** One strategy for everything that can happen to one. */
const strategies = [
  aStrategy({ strategyId: 'kept', priority: 90, content: words('kept', 20) }),
  aStrategy({ strategyId: 'twin', priority: 80, content: words('kept', 20) }),
  aStrategy({ strategyId: 'cut', priority: 70, content: words('cut', 300) }),
  aStrategy({ strategyId: 'late', priority: 60, content: words('late', 300) }),
  aStrategy({ strategyId: 'broken', priority: 50, gather: () => Promise.reject(new TypeError('broken')) }),
  aStrategy({ strategyId: 'slow', priority: 40, gather: () => new Promise(() => undefined) }),
];

describe('the log of an assembly', () => {
  it('DES-072c §6: has each line once for each event, with names and numbers', async () => {
    const { orchestrator, logger, clock } = anOrchestrator({ strategies, options: { strategyTimeoutMs: 20 } });

    const assembling = orchestrator.assemble(emptyRequest('editor'), { maxTokens: 200 });
    await clock.advanceWhenIdle(20);
    await assembling;
    orchestrator.setStrategyEnabled('late', false);

    const lines = logger.lines
      .filter(({ source }) => source === 'ContextOrchestrator')
      .map(({ level, template, fields }) => [level, template, fields]);
    expect(lines).toEqual([
      [
        'info',
        'Starting context assembly for agent {AgentId} with budget {Budget} tokens',
        { AgentId: 'editor', Budget: 200 },
      ],
      ['debug', 'Executing {Count} strategies in parallel', { Count: 6 }],
      ['error', 'Strategy {StrategyId} failed', { StrategyId: 'broken' }],
      ...[
        ['kept', 20],
        ['twin', 20],
        ['cut', 300],
        ['late', 300],
      ].map(([StrategyId, Tokens]) => [
        'debug',
        'Strategy {StrategyId} returned {Tokens} tokens',
        { StrategyId, Tokens },
      ]),
      ['warn', 'Strategy {StrategyId} timed out after {Timeout}ms', { StrategyId: 'slow', Timeout: 20 }],
      [
        'debug',
        'Truncated {SourceId} from {Original} to {Truncated} tokens',
        { SourceId: 'cut', Original: 300, Truncated: 176 },
      ],
      ['debug', 'Deduplicating fragment from {SourceId}', { SourceId: 'twin' }],
      ['info', 'Budget exhausted at {Tokens}/{Max} tokens, dropping remaining', { Tokens: 200, Max: 200 }],
      [
        'info',
        'Context assembly completed: {FragmentCount} fragments, {Tokens} tokens, {Duration}ms',
        { FragmentCount: 2, Tokens: 196, Duration: 20 },
      ],
      ['debug', 'Strategy {StrategyId} {Status}', { StrategyId: 'late', Status: 'disabled' }],
    ]);
  });

  it('measures each assembly and each strategy that failed or timed out', async () => {
    const { orchestrator, metrics, clock } = anOrchestrator({ strategies, options: { strategyTimeoutMs: 20 } });

    const assembling = orchestrator.assemble(emptyRequest('editor'), { maxTokens: 200 });
    await clock.advanceWhenIdle(20);
    await assembling;

    expect(metrics.measurements).toEqual([
      { name: 'Agents.Context.Strategy.Failed', value: 1, attributes: { strategyId: 'broken' } },
      { name: 'Agents.Context.Strategy.TimedOut', value: 1, attributes: { strategyId: 'slow' } },
      { name: 'Agents.Context.Assembly.Count', value: 1, attributes: { outcome: 'completed' } },
      { name: 'Agents.Context.Assembly.DurationMs', value: 20, attributes: {} },
      { name: 'Agents.Context.Assembly.Tokens', value: 200, attributes: {} },
    ]);
  });

  it('carries the correlation id through asynchronous work', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = createPinoLogger({
      clock: new ManualClock(),
      levels: { level: 'debug' },
      destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    const log = new AssemblyLog(logger.forSource('ContextOrchestrator'), new RecordingMetrics());

    await log.withCorrelation('c-1', async () => {
      log.started('editor', 200);
      await new Promise((resolve) => setImmediate(resolve));
      log.executing(2);
    });
    log.executing(3);

    expect(lines.map(({ correlationId }) => correlationId)).toEqual(['c-1', 'c-1', undefined]);
  });

  it('has one correlation id in all events of an assembly', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: strategies.slice(0, 2) });

    await orchestrator.assemble(emptyRequest('editor'), defaultContextBudget);

    expect(published.map(({ event }) => 'correlationId' in event && event.correlationId)).toEqual(['id-1', 'id-1']);
  });
});
