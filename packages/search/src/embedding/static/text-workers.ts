import { availableParallelism } from 'node:os';

import 'reflect-metadata';
import { type Token, token } from '@lexichord/abstractions';
import { maxYoungHeapMb } from '@lexichord/platform/internal';
import type { Piscina } from 'piscina';
import { injectable } from 'tsyringe';

import type { ChunkTexts } from '../../corpus/word-counts.js';
import { type JoinedTexts, joinTexts, splitTexts } from './joined-texts.js';

/**
 * Minimum UTF-16 units of work: for starting a thread, and for passing work to a running one. Less costs more than it
 * saves.
 */
const minUnits = { toStart: 50_000, toHandOver: 2_000 };

/**
 * Texts of one job: those of 42 chunks, together about the minimum for starting a thread. Larger jobs leave threads
 * idle at the end, and smaller ones pass more messages.
 */
const textsPerJob = 42 * (3 satisfies ChunkTexts['length']);

/** Idle threads are ended after this time. */
const idleMs = 3_000;

/**
 * Maximum number of threads; more would wait for the disk and the store. The thread that distributes the work needs a
 * processor, too.
 */
const maxThreads = 8;

/**
 * Heap limits of a thread, which uses at most some 70 MB. Without a limit the engine lets a heap grow to several times
 * its used size before it collects.
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

/** Processes many texts, on other threads if there is enough work. */
export interface ITextWorkers {
  /** Whether a thread processes the texts sooner; the minimum is lower if one is running. */
  areWorthThread(texts: readonly string[]): boolean;
  /**
   * Starts a thread for a task, for a caller that will soon have much work. Resolves when it is starting. Never
   * rejects: a failure to start is reported with the first work.
   */
  prepare(task: TextTask): Promise<void>;
  /** Counts the words of each chunk, see `countChunkWords`. @throws the signal's reason */
  countWords(chunks: readonly ChunkTexts[], signal?: AbortSignal): Promise<readonly string[]>;
  /** Makes the vector of each text. @throws the signal's reason */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the threads. Running work rejects. */
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
    // Threads need neither the loaders nor the inspector of the main thread. Piscina tries to require the script first:
    // Node 20 aborts the whole process when a thread is ended while it requires an ES module.
    execArgv: ['--no-experimental-require-module'],
  });
}
