import type { ILexichordRuntime, Unsubscribe } from '@lexichord/abstractions';

import { ContinuationStore } from '../calls/continuation-store.js';
import { ResourceChanges } from '../resources/resource-changes.js';
import { mapUri } from '../resources/resource-uris.js';

/** What all callers of a workspace share, whatever they are connected by. */
export interface ServedWorkspace {
  readonly runtime: ILexichordRuntime;
  /** Budget of an answer whose caller names none, in tokens. */
  readonly defaultBudgetTokens: number;
  readonly continuations: ContinuationStore;
  readonly changes: ResourceChanges;
}

/** Tells of a changed map, whoever has brought the index up to date: an update tells of a change once. */
export function followIndex({ runtime, changes }: ServedWorkspace): Unsubscribe {
  return runtime.events.subscribe('IndexUpdated', () => changes.publish(mapUri));
}

/** Options of a server. */
export interface McpServerOptions {
  /** Budget of an answer whose caller names none, in tokens. Default 8,000. */
  readonly defaultBudgetTokens?: number | undefined;
}

/** Below the 10,000 tokens from which on clients warn of a large answer. */
const defaultBudget = 8_000;

export function serveWorkspace(
  runtime: ILexichordRuntime,
  { defaultBudgetTokens = defaultBudget }: McpServerOptions,
): ServedWorkspace {
  return {
    runtime,
    defaultBudgetTokens,
    continuations: new ContinuationStore(),
    changes: new ResourceChanges(),
  };
}
