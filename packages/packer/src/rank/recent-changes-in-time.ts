import type { CallOptions, IGitHistory, RecentChanges } from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform/internal';

/** Recent changes from git, if they come in time. */
export interface KnownChanges {
  readonly recentChanges?: RecentChanges | undefined;
  readonly warnings: readonly string[];
}

/**
 * Recent changes, or a warning in their place.
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
