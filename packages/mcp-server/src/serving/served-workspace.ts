import type { ILexichordRuntime } from '@lexichord/abstractions';
import { answerBudgets } from '@lexichord/runtime/internal';

import { ContinuationStore } from '../calls/continuation-store.js';
import { PackStore } from '../calls/pack-store.js';
import { StoreFollower } from '../resources/follow-stores.js';
import { ResourceChanges } from '../resources/resource-changes.js';

/** State that all callers of a workspace share, over any transport. */
export interface ServedWorkspace {
  readonly runtime: ILexichordRuntime;
  /** Default budget of an answer, in tokens. */
  readonly defaultBudgetTokens: number;
  readonly continuations: ContinuationStore;
  readonly packs: PackStore;
  readonly changes: ResourceChanges;
  /** Runs all writes of this process to the stores. */
  readonly stores: StoreFollower;
}

/** Options of a server. */
export interface McpServerOptions {
  /** Default budget of an answer, in tokens. Default: 8,000. */
  readonly defaultBudgetTokens?: number | undefined;
}

export function serveWorkspace(
  runtime: ILexichordRuntime,
  { defaultBudgetTokens = answerBudgets.usual }: McpServerOptions,
): ServedWorkspace {
  const changes = new ResourceChanges();
  const stores = new StoreFollower(runtime, changes, defaultBudgetTokens);
  const kept = { continuations: new ContinuationStore(), packs: new PackStore() };
  return { runtime, defaultBudgetTokens, ...kept, changes, stores };
}
