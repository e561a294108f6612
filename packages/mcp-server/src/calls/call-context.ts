import type { ILexichordRuntime, IndexProgress, IndexReport } from '@lexichord/abstractions';

import { mapUri } from '../resources/resource-uris.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { CallLimits } from './call-limits.js';

/** What a tool gets beside its arguments. */
export interface ToolCall extends CallLimits {
  readonly runtime: ILexichordRuntime;
  readonly workspace: ServedWorkspace;
}

/** Options of a call that brings the index up to date: progress goes to the caller, a change to whoever subscribed. */
export interface RefreshOptions {
  readonly signal: AbortSignal;
  readonly onIndexProgress: (progress: IndexProgress) => void;
  readonly onIndexReport: (report: IndexReport) => void;
}

export function refreshOptions({ signal, report, workspace }: ToolCall): RefreshOptions {
  return {
    signal,
    onIndexProgress: ({ filesDone, filesTotal }) =>
      report(`Updating the search index: ${filesDone} of ${filesTotal} files`),
    onIndexReport: ({ added, changed, removed }) => {
      if (added + changed + removed > 0) workspace.changes.publish(mapUri);
    },
  };
}
