import type { ILexichordRuntime, IndexProgress } from '@lexichord/abstractions';

import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { CallLimits } from './call-limits.js';

/** The context of a call, beside its arguments. */
export interface ToolCall extends CallLimits {
  readonly runtime: ILexichordRuntime;
  readonly workspace: ServedWorkspace;
}

/** Options of a call that brings the index up to date: its progress goes to the caller. */
export interface RefreshOptions {
  readonly signal: AbortSignal;
  readonly onIndexProgress: (progress: IndexProgress) => void;
}

export function refreshOptions({ signal, report }: ToolCall): RefreshOptions {
  return {
    signal,
    onIndexProgress: ({ filesDone, filesTotal }) =>
      report(`Updating the search index: ${filesDone} of ${filesTotal} files`),
  };
}
