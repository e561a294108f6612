import { ErrorCode, type IndexProgress, type IndexReport } from '@lexichord/abstractions';

import type { StoredFiles } from './store-files.js';
import type { UpdatePlan } from './update-plan.js';

/** Reasons that keep a file out of the index until it changes. */
const lastingReasons: ReadonlySet<string> = new Set([ErrorCode.fileTooLarge, ErrorCode.binaryFile, 'line-too-long']);

/** The state of files and tables when an update began; a part that could not be determined is `undefined`. */
export interface UpdateState {
  /** See `IWorkspaceListing.version`. */
  readonly version: string | undefined;
  /** See `IndexRun.tablesKey`. */
  readonly tablesKey: string | undefined;
}

/** Reports of an update that wrote nothing. */
export interface SettledUpdate {
  readonly report: IndexReport;
  /** Every progress report, such as of files that each update reads again. */
  readonly progress: readonly IndexProgress[];
}

/** Numbers of files that an update removed from the index. */
export interface RemovedFiles {
  /** Files that are no longer listed. */
  readonly files: number;
  /** Files with rows left by an interrupted update. */
  readonly strays: number;
  /** Whether no stray is left. */
  readonly isWhole: boolean;
}

/** An update of the whole workspace. */
export interface FinishedUpdate extends SettledUpdate {
  readonly plan: Pick<UpdatePlan, 'isUncertain'>;
  readonly stored: StoredFiles;
  readonly removed: RemovedFiles;
}

/** Remembers the last update that wrote nothing: in the same state the next one would have the same result. */
export class SettledUpdates {
  private last: (SettledUpdate & { readonly state: UpdateState }) | undefined;

  /** The last update if it was settled in this state. */
  find({ version, tablesKey }: UpdateState): SettledUpdate | undefined {
    if (version === undefined || tablesKey === undefined) return undefined;
    const { last } = this;
    return last?.state.version === version && last.state.tablesKey === tablesKey ? last : undefined;
  }

  /** @param state at the start of the update */
  note(state: UpdateState, update: FinishedUpdate): void {
    const { report, progress } = update;
    this.last = isSettled(update) ? { state, report, progress } : undefined;
  }
}

/** Whether the same files would give the same report again. */
function isSettled({ plan, stored, removed }: FinishedUpdate): boolean {
  const { added, changed, skipped, warnings, unsettled } = stored;
  // A recently written file is read again until its content is certain, a chunk without an embedding is embedded again,
  // and git is run again if it did not answer.
  if (unsettled > 0 || plan.isUncertain || warnings.size > 0) return false;
  const isWritten = added + changed + removed.files + removed.strays > 0;
  return !isWritten && skipped.every(({ reason }) => lastingReasons.has(reason));
}
