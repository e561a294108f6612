import { availableParallelism } from 'node:os';

import 'reflect-metadata';
import { type Token, token } from '@lexichord/abstractions';
import { maxYoungHeapMb } from '@lexichord/platform/internal';
import type { Piscina } from 'piscina';
import { injectable } from 'tsyringe';

import type { ChunkTexts } from '../../corpus/word-counts.js';
import { type JoinedTexts, joinTexts, splitTexts } from './joined-texts.js';

/** Below so many UTF-16 units a thread costs more than it saves: to start one, and to hand work to one that runs. */
const minUnits = { toStart: 50_000, toHandOver: 2_000 };

/**
 * Texts of one job: those of 42 chunks, which together are about as long as the least for which a thread is started.
 * Larger jobs leave threads without work at the end, and smaller ones pass more messages.
 */
const textsPerJob = 42 * (3 satisfies ChunkTexts['length']);

/** Idle threads are ended after this time. */
const idleMs = 3_000;

/** More threads than this wait for the disk and the store; and the thread that hands out the work needs a processor. */
const maxThreads = 8;

/**
 * Heap of a thread, of which some 70 MB are in use at most. The engine lets a heap grow to several times what is in use
 * before it collects the rest; to less where there is a limit.
 */
const heapLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: maxYoungHeapMb };

/** The task of a thread: word counts of chunks, or vectors of texts. */
export type TextTask = 'count' | 'embed';

/** A request to a thread. */
export interface TextJob extends JoinedTexts {
  readonly task: TextTask;
}

/** The answer of a thread: the word counts of each chunk, or all vectors in one. */
export type TextResult<Task extends TextTask = TextTask> = Task extends 'count' ? JoinedTexts : Float32Array;

/** Works on many texts, on other threads where there is enough to do. */
export interface ITextWorkers {
  /** Whether texts are worked on sooner by a thread; fewer are if there is one anyway. */
  areWorthThread(texts: readonly string[]): boolean;
  /**
   * Starts a thread for a task, for a caller who will soon have much to do. Resolves when it is on its way. Never
   * rejects: a failure to start is reported with the first work.
   */
  prepare(task: TextTask): Promise<void>;
  /** The words of each chunk with their counts, see `countChunkWords`. @throws the signal's reason */
  countWords(chunks: readonly ChunkTexts[], signal?: AbortSignal): Promise<readonly string[]>;
  /** The vector of each text. @throws the signal's reason */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the threads. What they work on rejects. */
  dispose(): Promise<void>;
}
export const ITextWorkers: Token<ITextWorkers> = token('ITextWorkers');

/** Threads that start with the first work and end when there is none. */
@injectable()
export class TextWorkers implements ITextWorkers {
  private pool: Promise<Piscina> | undefined;
  private started: Piscina | undefined;

  areWorthThread(texts: readonly string[]): boolean {
    const isRunning = this.started !== undefined && this.started.threads.length > 0;
    return reach(texts, isRunning ? minUnits.toHandOver : minUnits.toStart);
  }

  async prepare(task: TextTask): Promise<void> {
    try {
      const pool = await this.start();
      pool.run({ task, ...joinTexts([]) } satisfies TextJob).catch(() => undefined);
    } catch {
      // Reported with the first work.
    }
  }

  async countWords(chunks: readonly ChunkTexts[], signal?: AbortSignal): Promise<readonly string[]> {
    const texts = chunks.flat();
    if (!this.areWorthThread(texts)) {
      const { countChunkWords } = await import('../../corpus/word-counts.js');
      return chunks.map(countChunkWords);
    }
    const results = await this.run('count', texts, signal);
    return results.flatMap(splitTexts);
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const results = await this.run('embed', texts, signal);
    return results.flatMap((vectors, index) => {
      const count = Math.min(textsPerJob, texts.length - index * textsPerJob);
      const dimension = vectors.length / count;
      return Array.from({ length: count }, (_unused, at) => vectors.subarray(at * dimension, (at + 1) * dimension));
    });
  }

  async dispose(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    this.started = undefined;
    await (await pool)?.destroy();
  }

  private start(): Promise<Piscina> {
    this.pool ??= startPool().then((pool) => (this.started = pool));
    return this.pool;
  }

  /** @returns a result for each {@link textsPerJob} texts */
  private async run<Task extends TextTask>(
    task: Task,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly TextResult<Task>[]> {
    signal?.throwIfAborted();
    const pool = await this.start();
    const jobs: Promise<TextResult<Task>>[] = [];
    for (let start = 0; start < texts.length; start += textsPerJob) {
      const job: TextJob = { task, ...joinTexts(texts.slice(start, start + textsPerJob)) };
      jobs.push(pool.run(job) as Promise<TextResult<Task>>);
    }
    const results = await Promise.all(jobs);
    signal?.throwIfAborted();
    return results;
  }
}

/** Whether the texts together have at least `minUnits` UTF-16 units. */
function reach(texts: readonly string[], minUnits: number): boolean {
  let units = 0;
  return texts.some((text) => (units += text.length) >= minUnits);
}

async function startPool(): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({
    filename: new URL('../../../worker/text-worker.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
    idleTimeout: idleMs,
    resourceLimits: heapLimits,
    // Neither the loaders nor the inspector of the main thread are wanted there. Piscina tries to require the script
    // first: Node 20 aborts the whole process when a thread is ended while it requires an ES module.
    execArgv: ['--no-experimental-require-module'],
  });
}
