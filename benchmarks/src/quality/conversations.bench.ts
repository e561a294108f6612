import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CompressionLevel,
  ICompressionStore,
  IConversationMemory,
  IConversationRecall,
  type ILexichordRuntime,
  ITokenCounter,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, median, printTable } from '../speed/interleaved-timing.js';
import { type QuestionedConversation, readConversations } from './conversation-questions.js';
import { mean, recallBudgets } from './retrieval-measures.js';
import { TextRanking } from './text-ranking.js';

/** Segments of fewer tokens are too small for a fiftieth of them to say anything. */
const minTokens = 1_000;

/** Segments that are looked at when they are found by what a level says. */
const segmentsLookedAt = 5;

/** What is recalled of a conversation for a question: a text for each budget. */
type Recaller = (question: string, budget: number) => Promise<string>;

/**
 * What conversation memory keeps of real conversations: turns with the answers in what is recalled, beside the last turns
 * and BM25; answers whose segment is found by a level alone; sizes of the levels, and anchors in them, none of which may
 * be lost.
 */
export async function benchmarkConversations({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const folder = await inputs.conversations();
  if (folder === undefined) return { skipped: 'LEXICHORD_CONVERSATIONS names no conversations' };
  const conversations = await readConversations(folder);
  const questions = conversations.reduce((sum, conversation) => sum + conversation.questions.length, 0);
  printTable(
    print,
    `Turns with the answer in what is recalled, ${questions} questions`,
    await recallRows(conversations),
  );
  printTable(print, `Answers whose segment is among the first ${segmentsLookedAt}`, await discoveryRows(conversations));
  const { rows, lostAnchors } = await levelRows(conversations);
  printTable(print, `Levels of segments of ${minTokens} tokens and more`, rows);
  return {
    errors: [
      ...(rows.length === 0 ? ['no level of any segment'] : []),
      ...(lostAnchors === 0 ? [] : [`${lostAnchors} anchors were lost`]),
    ],
  };
}

async function recallRows(conversations: readonly QuestionedConversation[]): Promise<readonly TableRow[]> {
  const variants: Readonly<Record<string, (one: QuestionedConversation, runtime: ILexichordRuntime) => Recaller>> = {
    'last turns': byRecency,
    'BM25 over turns': (one, runtime) => byWords(one, runtime, { neighbours: false }),
    'BM25, turns before and after': (one, runtime) => byWords(one, runtime, { neighbours: true }),
    recall: byRecall,
  };
  const rows: TableRow[] = [];
  for (const [variant, open] of Object.entries(variants)) {
    const shares = await sharesByBudget(conversations, open);
    const cells: Record<string, string> = {};
    for (const [index, budget] of recallBudgets.entries()) {
      cells[`${budget} tokens`] = mean(shares[index] ?? []).toFixed(3);
    }
    rows.push({ variant, ...cells });
  }
  return rows;
}

/** By budget, and of each question: the share of its evidence that is in the text word by word. */
async function sharesByBudget(
  conversations: readonly QuestionedConversation[],
  open: (one: QuestionedConversation, runtime: ILexichordRuntime) => Recaller,
): Promise<readonly (readonly number[])[]> {
  const shares = recallBudgets.map((): number[] => []);
  for (const conversation of conversations) {
    await inRuntime({}, async (runtime) => {
      await runtime.resolve(IConversationMemory).add(conversation.name, conversation.messages);
      const recall = open(conversation, runtime);
      const texts = new Map(conversation.messages.map(({ id, content }) => [id, squashed(content)]));
      for (const { text, evidence } of conversation.questions) {
        for (const [index, budget] of recallBudgets.entries()) {
          const recalled = squashed(await recall(text, budget));
          shares[index]?.push(mean(evidence.map((id) => Number(recalled.includes(texts.get(id) ?? '\0')))));
        }
      }
    });
  }
  return shares;
}

function byRecall({ name }: QuestionedConversation, runtime: ILexichordRuntime): Recaller {
  const recall = runtime.resolve(IConversationRecall);
  return async (question, budget) => (await recall.allocate(name, question, budget)).content;
}

function byRecency(conversation: QuestionedConversation, runtime: ILexichordRuntime): Recaller {
  const turns = turnLines(conversation);
  return (_question, budget) => Promise.resolve(fill([...turns.keys()].reverse(), { turns, budget, runtime }));
}

function byWords(
  conversation: QuestionedConversation,
  runtime: ILexichordRuntime,
  { neighbours }: { readonly neighbours: boolean },
): Recaller {
  const turns = turnLines(conversation);
  const ranking = new TextRanking(turns);
  return (question, budget) => {
    const best = ranking.best(question);
    const order = neighbours ? best.flatMap((turn) => [turn, turn + 1, turn - 1]) : best;
    return Promise.resolve(fill(order, { turns, budget, runtime }));
  };
}

function turnLines({ messages }: QuestionedConversation): readonly string[] {
  return messages.map(({ speaker = '', content, timestampMs }) => {
    return `[${timestampMs === undefined ? '' : new Date(timestampMs).toISOString().slice(0, 16)}] ${speaker}: ${content}\n`;
  });
}

/** As many turns as fit, in the order given, each once. */
function fill(
  order: readonly number[],
  {
    turns,
    budget,
    runtime,
  }: { readonly turns: readonly string[]; readonly budget: number; readonly runtime: ILexichordRuntime },
): string {
  const counter = runtime.resolve(ITokenCounter);
  const taken = new Set<number>();
  let used = 0;
  for (const turn of order) {
    const text = turns[turn];
    if (text === undefined || taken.has(turn)) continue;
    const tokens = counter.countTokens(text);
    if (used + tokens > budget) continue;
    taken.add(turn);
    used += tokens;
  }
  return turns.filter((_text, turn) => taken.has(turn)).join('');
}

async function discoveryRows(conversations: readonly QuestionedConversation[]): Promise<readonly TableRow[]> {
  const shares = new Map<CompressionLevel, number[]>();
  for (const conversation of conversations) {
    await inRuntime({}, async (runtime) => {
      const memory = runtime.resolve(IConversationMemory);
      const { segments } = await memory.add(conversation.name, conversation.messages);
      for (const level of Object.values(CompressionLevel)) {
        const texts = await Promise.all(segments.map(({ segmentId }) => memory.segment(segmentId, level)));
        const ranking = new TextRanking(texts.map(({ content }) => content));
        for (const { text, evidence } of conversation.questions) {
          const found = ranking.best(text).slice(0, segmentsLookedAt);
          const ids = new Set(found.flatMap((index) => segments[index]?.messageIds ?? []));
          const share = mean(evidence.map((id) => Number(ids.has(id))));
          shares.set(level, [...(shares.get(level) ?? []), share]);
        }
      }
    });
  }
  return [...shares].map(([level, values]) => ({ level: levelName(level), found: mean(values).toFixed(3) }));
}

async function levelRows(
  conversations: readonly QuestionedConversation[],
): Promise<{ readonly rows: readonly TableRow[]; readonly lostAnchors: number }> {
  const ratios = new Map<CompressionLevel, number[]>();
  let anchors = 0;
  let lostAnchors = 0;
  const segments = { boundary: 'size' as const, max_messages: 100 };
  for (const conversation of conversations) {
    await inRuntime({ segments }, async (runtime) => {
      await runtime.resolve(IConversationMemory).add(conversation.name, conversation.messages);
      const store = runtime.resolve(ICompressionStore);
      for (const level of [CompressionLevel.detailed, CompressionLevel.brief, CompressionLevel.tags]) {
        for (const stored of await store.levels(conversation.name, level)) {
          if (level !== CompressionLevel.tags) {
            anchors += stored.anchors.length;
            lostAnchors += stored.anchors.filter(({ text }) => !stored.content.includes(text)).length;
          }
          if (stored.originalTokenCount < minTokens) continue;
          ratios.set(level, [...(ratios.get(level) ?? []), stored.tokenCount / stored.originalTokenCount]);
        }
      }
    });
  }
  const rows = [...ratios].map(([level, values]) => ({
    level: levelName(level),
    segments: String(values.length),
    'share of the tokens, median': median(values).toFixed(3),
    'anchors lost': level === CompressionLevel.tags ? '' : `${lostAnchors} of ${anchors}`,
  }));
  return { rows, lostAnchors };
}

function levelName(level: CompressionLevel): string {
  return compressionLevelNames[level];
}

function squashed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

async function inRuntime(
  compression: { readonly segments?: { readonly boundary: 'size'; readonly max_messages: number } },
  work: (runtime: ILexichordRuntime) => Promise<void>,
): Promise<void> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-conversations-'));
  const configuration = { logging: { level: 'silent' as const }, compression };
  const runtime = await createRuntime({ workspaceRoot, license: developmentLicense, configuration });
  try {
    await work(runtime);
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}
