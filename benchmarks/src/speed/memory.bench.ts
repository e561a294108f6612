import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import {
  CompressionLevel,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  IMetrics,
  type ILexichordRuntime,
  type MemoryReport,
  type SegmentSummary,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { seededRandom, shuffled } from '../seeded-random.js';
import { type BoundedRow, overBound, printRows, summary, timeRuns } from './bounded-row.js';
import { generatedConversation } from './generated-conversation.js';
import { packingTasks } from './packing-workspace.js';

const conversationId = 'generated';
const manyMessages = 100_000;
const messagesAtOnce = 1_000;
const expansions = 400;

/** At Full, tokens of a segment that is made for one measurement. */
const segmentTokens = 4_000;

/**
 * Speed of conversation memory with 100,000 messages: adding, compressing a segment of 4,000 tokens, expanding to the
 * original words from the store and from the cache, recalling.
 *
 * @returns names of the rows over their bounds
 */
export async function benchmarkMemory(print: (line: string) => void): Promise<readonly string[]> {
  const rows: BoundedRow[] = [];
  await inRuntime(async (runtime) => {
    rows.push(await measureCompression(runtime));
  });
  const hitRate = new LastGauge();
  await inRuntime(async (runtime) => {
    const { segments } = await addMany(runtime, print);
    const limits = { bound: 200, target: 10 };
    rows.push(await measureExpansion(runtime, everyOnce(segments), { name: 'expansion from the store', ...limits }));
    const before = hitRate.value;
    rows.push(await measureExpansion(runtime, someOften(segments), { name: 'expansion, some often', ...limits }));
    print(`cache hit rate ${before.toFixed(2)} where none comes twice, then ${hitRate.value.toFixed(2)} overall`);
    rows.push(await measureRecall(runtime, print));
  }, hitRate);
  printRows(rows, print);
  print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return overBound(rows);
}

async function inRuntime(work: (runtime: ILexichordRuntime) => Promise<void>, metrics?: IMetrics): Promise<void> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-memory-'));
  const runtime = await createRuntime({
    workspaceRoot,
    license: developmentLicense,
    configuration: { logging: { level: 'silent' } },
    register: (container) => {
      if (metrics !== undefined) container.register(IMetrics, { useValue: metrics });
    },
  });
  try {
    await work(runtime);
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

/** What a gauge was last set to: the only one there is here is the rate of cache hits. */
class LastGauge implements IMetrics {
  value = 0;
  count(): void {}
  record(): void {}
  gauge(_name: string, value: number): void {
    this.value = value;
  }
}

type NextSegment = () => string;

function everyOnce(segments: readonly SegmentSummary[]): NextSegment {
  const random = seededRandom(11);
  const order = shuffled(random, segments.slice(0, -1));
  let next = 0;
  return () => {
    next += 1;
    return order[next % order.length]?.segmentId ?? '';
  };
}

/** As people ask: the segment at place n of a list is asked for in proportion to 1/n. */
function someOften(segments: readonly SegmentSummary[]): NextSegment {
  const random = seededRandom(13);
  const order = shuffled(random, segments.slice(0, -1));
  return () => order[Math.floor(order.length ** random()) - 1]?.segmentId ?? '';
}

/** What the segment itself says of its making: reading it from the store is no part of it. */
async function measureCompression(runtime: ILexichordRuntime): Promise<BoundedRow> {
  const memory = runtime.resolve(IConversationMemory);
  const random = seededRandom(3);
  const times: number[] = [];
  for (let run = -5; run < 40; run += 1) {
    const content = generatedConversation(400, random)
      .map((message) => message.content)
      .join(' ')
      .slice(0, segmentTokens * 4);
    const { segments } = await memory.add(`segment ${run}`, [{ role: 'user', content }]);
    const { compressedMs } = await memory.segment(segments.at(-1)?.segmentId ?? '', CompressionLevel.brief);
    if (run >= 0) times.push(compressedMs);
  }
  times.sort((left, right) => left - right);
  return { name: `compressing ${segmentTokens} tokens`, ...summary(times), bound: 500, target: 30 };
}

async function addMany(runtime: ILexichordRuntime, print: (line: string) => void): Promise<MemoryReport> {
  const memory = runtime.resolve(IConversationMemory);
  const messages = generatedConversation(manyMessages, seededRandom(7));
  const started = performance.now();
  let report: MemoryReport | undefined;
  for (let first = 0; first < messages.length; first += messagesAtOnce) {
    report = await memory.add(conversationId, messages.slice(first, first + messagesAtOnce));
  }
  if (report === undefined) throw new RangeError('nothing was added');
  const seconds = (performance.now() - started) / 1_000;
  print(
    `\nadded ${manyMessages} messages in ${report.segments.length} segments, ${Math.round(manyMessages / seconds)} messages a second`,
  );
  return report;
}

async function measureExpansion(
  runtime: ILexichordRuntime,
  next: NextSegment,
  { name, bound, target }: Pick<BoundedRow, 'name' | 'bound' | 'target'>,
): Promise<BoundedRow> {
  const expander = runtime.resolve(IContextExpander);
  const times = await timeRuns(() => expander.expand(next(), CompressionLevel.detailed, CompressionLevel.full), {
    warmUp: 20,
    runs: expansions,
  });
  return { name: `${name}, ${manyMessages} messages`, ...summary(times), bound, target };
}

async function measureRecall(runtime: ILexichordRuntime, print: (line: string) => void): Promise<BoundedRow> {
  const recall = runtime.resolve(IConversationRecall);
  const started = performance.now();
  await recall.allocate(conversationId, packingTasks[0], 2_000);
  print(`first recall from ${manyMessages} messages ${Math.round(performance.now() - started)} ms`);
  let asked = 0;
  const times = await timeRuns(
    () => {
      asked += 1;
      return recall.allocate(conversationId, `${packingTasks[asked % packingTasks.length] ?? ''} ${asked}`, 2_000);
    },
    { warmUp: 5, runs: 60 },
  );
  return { name: `recall of 2,000 tokens, ${manyMessages} messages`, ...summary(times), bound: 500, target: 100 };
}
