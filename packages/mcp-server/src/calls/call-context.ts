import type { ILexichordRuntime, IndexProgress } from '@lexichord/abstractions';

import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { CallLimits } from './call-limits.js';

/** Context of a call, beside its arguments. */
export interface ToolCall extends CallLimits {
  readonly runtime: ILexichordRuntime;
  readonly workspace: ServedWorkspace;
}

/** Options of a call that updates the index and reports the progress to its caller. */
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
