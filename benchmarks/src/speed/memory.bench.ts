import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import {
  CompressionLevel,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  type ILexichordRuntime,
  type MemoryReport,
  type SegmentSummary,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { seededRandom, wholeNumber } from '../seeded-random.js';
import { type BoundedRow, overBound, printRows, summary, timePreparedRuns, timeRuns } from './bounded-row.js';
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
  await inRuntime({}, async (runtime) => {
    rows.push(await measureCompression(runtime));
  });
  // Without a cache every expansion is read from the store.
  await inRuntime({ cache: { max_entries: 0 } }, async (runtime) => {
    const { segments } = await addMany(runtime, print);
    rows.push(
      await measureExpansion(runtime, segments, { name: 'expansion from the store', bound: 200, target: 10 }),
      await measureRecall(runtime, print),
    );
  });
  printRows(rows, print);
  print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return overBound(rows);
}

async function inRuntime(
  compression: { readonly cache?: { readonly max_entries: number } },
  work: (runtime: ILexichordRuntime) => Promise<void>,
): Promise<void> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-memory-'));
  const configuration = { logging: { level: 'silent' as const }, compression };
  const runtime = await createRuntime({ workspaceRoot, license: developmentLicense, configuration });
  try {
    await work(runtime);
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

/** The open segment is compressed whenever somebody asks, which is what is measured; the store has nothing else to do. */
async function measureCompression(runtime: ILexichordRuntime): Promise<BoundedRow> {
  const memory = runtime.resolve(IConversationMemory);
  const random = seededRandom(3);
  const times = await timePreparedRuns(
    async (run) => {
      const id = `segment ${run}`;
      const content = generatedConversation(400, random)
        .map((message) => message.content)
        .join(' ')
        .slice(0, segmentTokens * 4);
      const { segments } = await memory.add(id, [{ role: 'user', content }]);
      return segments.at(-1)?.segmentId ?? '';
    },
    (segmentId) => memory.segment(segmentId, CompressionLevel.brief),
    { warmUp: 5, runs: 40 },
  );
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
  segments: readonly SegmentSummary[],
  { name, bound, target }: Pick<BoundedRow, 'name' | 'bound' | 'target'>,
): Promise<BoundedRow> {
  const expander = runtime.resolve(IContextExpander);
  const random = seededRandom(11);
  const times = await timeRuns(
    () => {
      const segmentId = segments[wholeNumber(random, 0, segments.length - 1)]?.segmentId ?? '';
      return expander.expand(segmentId, CompressionLevel.detailed, CompressionLevel.full);
    },
    { warmUp: 20, runs: expansions },
  );
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
