import type { CallOptions, IGitHistory, RecentChanges } from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform/internal';

/** Recent changes from git, if read in time. */
export interface KnownChanges {
  readonly recentChanges?: RecentChanges | undefined;
  readonly warnings: readonly string[];
}

/**
 * Returns recent changes, or a warning instead.
 *
 * @throws the signal's reason
 */
export async function recentChangesInTime(
  git: IGitHistory,
  { signal, deadline }: CallOptions & { readonly deadline: AbortSignal },
): Promise<KnownChanges> {
  try {
    return { recentChanges: await raceWithSignal(git.recentChanges({ signal }), deadline), warnings: [] };
  } catch {
    signal?.throwIfAborted();
    return { warnings: ["The repository's history could not be read in time: recency is based on file times alone."] };
  }
}
