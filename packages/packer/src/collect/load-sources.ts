import {
  type CallOptions,
  type IClock,
  type PendingContextSource,
  type RejectedSource,
  type SourceLoadOptions,
  type SourceType,
  isPendingSource,
  sourceTypes,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal, withDeadline } from '@lexichord/platform/internal';

import { type SourceRejection, outOfTime, rejectionOf } from './source-collector.js';

/** The given sources, with pending ones replaced by their loaded sources. */
export interface LoadedSources {
  /** In the given order. Unvalidated values. */
  readonly given: readonly unknown[];
  /** Indexes in `given` of the pending sources that failed. */
  readonly failed: ReadonlyMap<number, RejectedSource>;
  /** Distinct, in the order of the sources. */
  readonly warnings: readonly string[];
}

/** Time limits and token budget for loading. */
export interface LoadContext extends CallOptions, Pick<SourceLoadOptions, 'budgetTokens'> {
  readonly deadline: AbortSignal;
  readonly clock: IClock;
  /** Maximum time for a source, in milliseconds, even if it requests more: the result must still be packed. */
  readonly maxMs: number;
}

/**
 * Loads all pending sources concurrently, each with its own time limit (T-016 FR-016-29, FR-016-30, NFR-016-41). A
 * source that fails or is too slow is reported at its index; one that ignores its signal is abandoned.
 *
 * @throws the signal's reason
 */
export async function loadSources(entries: readonly unknown[], context: LoadContext): Promise<LoadedSources> {
  const warnings: string[][] = [];
  const loaded = await Promise.all(
    entries.map((entry) => {
      if (!isPendingSource(entry)) return Promise.resolve([entry]);
      const own: string[] = [];
      warnings.push(own);
      return load(entry, { ...context, onWarning: (warning) => own.push(warning) });
    }),
  );
  const given: unknown[] = [];
  const failed = new Map<number, RejectedSource>();
  for (const outcome of loaded) {
    if (!('reason' in outcome)) {
      // Not spread into the call, because the number of arguments is limited.
      for (const source of outcome) given.push(source);
      continue;
    }
    failed.set(given.length, outcome);
    given.push(undefined);
  }
  return { given, failed, warnings: [...new Set(warnings.flat())] };
}

async function load(
  pending: PendingContextSource,
  { signal, deadline, clock, maxMs, budgetTokens, onWarning }: LoadContext & Pick<SourceLoadOptions, 'onWarning'>,
): Promise<readonly unknown[] | RejectedSource> {
  const reject = (why: SourceRejection): RejectedSource => ({ ...namesOf(pending), ...why });
  const timeoutMs = Math.min(requestedMs(pending), maxMs);
  const limits = signal === undefined ? [deadline] : [signal, deadline];
  const run = async (ends: readonly AbortSignal[]): Promise<readonly unknown[] | RejectedSource> => {
    const end = sharedSignal(ends);
    try {
      const sources: unknown = await raceWithSignal(start(pending, { signal: end, budgetTokens, onWarning }), end);
      if (Array.isArray(sources)) return sources as readonly unknown[];
      return reject({ reason: 'invalid-argument', message: 'It did not return a list of sources.' });
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) return reject(outOfTime);
      if (!end.aborted) return reject(rejectionOf(error));
      return reject({
        reason: 'timeout',
        message: `It took more than ${timeoutMs} ms. Try again, or allow more time.`,
      });
    }
  };
  return withDeadline({ timeoutMs, clock }, (own) => run([...limits, own]));
}

function requestedMs({ timeoutMs = Infinity }: PendingContextSource): number {
  return timeoutMs >= 0 ? timeoutMs : Infinity;
}

/** Starts loading; a loader that throws synchronously also rejects. */
async function start(pending: PendingContextSource, options: SourceLoadOptions): Promise<unknown> {
  options.signal?.throwIfAborted();
  return pending.load(options);
}

function namesOf({ name, sourceType }: PendingContextSource): { filePath: string; sourceType: SourceType } {
  const isKnown = (sourceTypes as readonly unknown[]).includes(sourceType);
  return { filePath: typeof name === 'string' ? name : '', sourceType: isKnown ? sourceType : 'reference' };
}
