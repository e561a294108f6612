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

import type { BenchmarkResult, Repetition, RunSettings, Sizes } from '../benchmark.js';
import { seededRandom, shuffled } from '../seeded-random.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';
import { generatedConversation } from './generated-conversation.js';
import { packingTasks } from './packing-workspace.js';

const conversationId = 'generated';

interface ConversationSize {
  readonly messages: number;
  /** Of one call. */
  readonly messagesPerAdd: number;
}

const sizes: Sizes<ConversationSize> = {
  full: { messages: 100_000, messagesPerAdd: 1_000 },
  smoke: { messages: 300, messagesPerAdd: 100 },
};

/** Numbers of conversations among which one is found. */
const conversationCounts: Sizes<number> = { full: 200, smoke: 4 };

/** Messages of each of them. */
const messagesEach = 40;

/** At Full, tokens of a segment that is made for one measurement. */
const segmentTokens = 4_000;

/**
 * Speed of conversation memory with 100,000 messages: adding, compressing a segment of 4,000 tokens, expanding to the
 * original words from the store and from the cache, recalling; and finding one of many conversations.
 */
export async function benchmarkMemory(settings: RunSettings): Promise<BenchmarkResult> {
  const { print } = settings;
  const rows: BoundedRow[] = [];
  await inRuntime(async (runtime) => {
    rows.push(await measureCompression(runtime, settings.repetition({ warmUp: 5, runs: 40 })));
  });
  const hitRate = new LastGauge();
  await inRuntime(async (runtime) => {
    const { segments } = await addMany(runtime, settings);
    rows.push(
      await measureExpansion(runtime, { name: 'expansion from the store', next: everyOnce(segments) }, settings),
    );
    const before = hitRate.value;
    rows.push(await measureExpansion(runtime, { name: 'expansion, some often', next: someOften(segments) }, settings));
    print(`cache hit rate ${before.toFixed(2)} where none comes twice, then ${hitRate.value.toFixed(2)} overall`);
    rows.push(await measureRecall(runtime, settings));
  }, hitRate);
  await inRuntime(async (runtime) => {
    rows.push(await measureFinding(runtime, settings));
  });
  printRows(rows, settings);
  print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return judgeRows(rows);
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
async function measureCompression(runtime: ILexichordRuntime, { warmUp, runs }: Repetition): Promise<BoundedRow> {
  const memory = runtime.resolve(IConversationMemory);
  const random = seededRandom(3);
  const times: number[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
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

async function addMany(runtime: ILexichordRuntime, { print, sizeOf }: RunSettings): Promise<MemoryReport> {
  const size = sizeOf(sizes);
  const memory = runtime.resolve(IConversationMemory);
  const messages = generatedConversation(size.messages, seededRandom(7));
  const started = performance.now();
  let report: MemoryReport | undefined;
  for (let first = 0; first < messages.length; first += size.messagesPerAdd) {
    report = await memory.add(conversationId, messages.slice(first, first + size.messagesPerAdd));
  }
  if (report === undefined) throw new RangeError('nothing was added');
  const seconds = (performance.now() - started) / 1_000;
  print(
    `added ${messages.length} messages in ${report.segments.length} segments, ${Math.round(messages.length / seconds)} messages a second`,
  );
  return report;
}

async function measureExpansion(
  runtime: ILexichordRuntime,
  { name, next }: { readonly name: string; readonly next: NextSegment },
  { repetition, sizeOf }: RunSettings,
): Promise<BoundedRow> {
  const expander = runtime.resolve(IContextExpander);
  const times = await timeRuns(
    () => expander.expand(next(), CompressionLevel.detailed, CompressionLevel.full),
    repetition({ warmUp: 20, runs: 400 }),
  );
  return { name: `${name}, ${sizeOf(sizes).messages} messages`, ...summary(times), bound: 200, target: 10 };
}

async function measureRecall(
  runtime: ILexichordRuntime,
  { print, repetition, sizeOf }: RunSettings,
): Promise<BoundedRow> {
  const { messages } = sizeOf(sizes);
  const recall = runtime.resolve(IConversationRecall);
  const started = performance.now();
  await recall.allocate(conversationId, packingTasks[0], 2_000);
  print(`first recall from ${messages} messages ${Math.round(performance.now() - started)} ms`);
  let queries = 0;
  const times = await timeRuns(
    () => {
      queries += 1;
      return recall.allocate(conversationId, `${packingTasks[queries % packingTasks.length] ?? ''} ${queries}`, 2_000);
    },
    repetition({ warmUp: 5, runs: 60 }),
  );
  return { name: `recall of 2,000 tokens, ${messages} messages`, ...summary(times), bound: 500, target: 100 };
}

async function measureFinding(
  { memory }: ILexichordRuntime,
  { print, repetition, sizeOf }: RunSettings,
): Promise<BoundedRow> {
  const conversations = sizeOf(conversationCounts);
  const random = seededRandom(17);
  for (let number = 0; number < conversations; number += 1) {
    await memory.add(`conversation ${number}`, generatedConversation(messagesEach, random));
  }
  const started = performance.now();
  await memory.find(packingTasks[0]);
  print(`first find among ${conversations} conversations ${Math.round(performance.now() - started)} ms`);
  let queries = 0;
  const times = await timeRuns(
    () => {
      queries += 1;
      return memory.find(`${packingTasks[queries % packingTasks.length] ?? ''} ${queries}`);
    },
    repetition({ warmUp: 5, runs: 60 }),
  );
  return { name: `find among ${conversations} conversations`, ...summary(times), bound: 200, target: 20 };
}
