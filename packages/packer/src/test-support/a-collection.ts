import type { ContextSource, PendingContextSource, RejectedSource } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import type { CollectedSources, CollectOptions } from '../collect/source-collector.js';
import { WorkspaceSourceCollector } from '../collect/workspace-source-collector.js';
import type { PackingOptionsInput } from '../packing-options.js';
import { MemoryFiles } from './memory-files.js';
import { testPackingOptions } from './packing-options.js';

/** Settings of a test's collection. */
export interface CollectChoice extends CollectOptions {
  readonly options?: Partial<PackingOptionsInput>;
}

/** Outputs of tools may have so many bytes. */
export const maxOutputBytes = 1_000;

/** A collector over files in memory. */
export class TestCollector {
  readonly log = new RecordingLogger();
  readonly clock = new ManualClock();

  constructor(readonly files = new MemoryFiles({ 'src/a.ts': 'one\ntwo\nthree\n', 'src/b.py': 'pass\n' })) {}

  /** @param sources of anything, as JavaScript allows */
  collect(sources: unknown, { options = {}, ...call }: CollectChoice = {}): Promise<CollectedSources> {
    const packing = testPackingOptions({ maxOutputBytes, ...options });
    const collector = new WorkspaceSourceCollector(this.files, this.files, packing, this.clock, this.log);
    return collector.collect(sources as never, call);
  }
}

/** An open file of which a test names only what matters. */
export function aSource(given: Partial<ContextSource> = {}): ContextSource {
  return { sourceType: 'open-file', filePath: 'src/a.ts', content: 'one\ntwo\nthree\n', ...given };
}

/** A search that is yet to be made. */
export function aPending(load: PendingContextSource['load'], timeoutMs?: number): PendingContextSource {
  return { name: 'search', sourceType: 'search-result', timeoutMs, load };
}

/** For each source that was rejected, its path and why. */
export function reasonsOf({ rejected }: { readonly rejected: readonly RejectedSource[] }): readonly string[] {
  return rejected.map(({ filePath, reason }) => `${filePath}: ${reason}`);
}
