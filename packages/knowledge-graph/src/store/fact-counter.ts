import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { FactCounts, FactHead } from './fact-head.js';
import { factTableName } from './fact-tables.js';

/** Counts the rows of a workspace while they are read, and compares them with its head. */
export class FactCounter {
  private current = 0;
  private all = 0;
  private heads = 0;
  private lastHead: FactHead | undefined;

  /** The last head that was read; `undefined`: none. */
  get head(): FactHead | undefined {
    return this.lastHead;
  }

  get counts(): FactCounts {
    const { current, all } = this;
    return { current, all };
  }

  addHead(head: FactHead): void {
    this.heads += 1;
    this.lastHead = head;
  }

  addStatement({ isCurrent }: { readonly isCurrent: boolean }): void {
    this.all += 1;
    if (isCurrent) this.current += 1;
  }

  /**
   * The defect of the rows that were read, as a clause for a message; `undefined`: the rows are complete.
   *
   * @param isWhole whether every row of the workspace was read, and not only current statements
   */
  problem({ isWhole }: { readonly isWhole: boolean }): string | undefined {
    const { heads, all, current, lastHead } = this;
    if (heads > 1) return `there are ${heads} records of its head`;
    if (lastHead === undefined) return all === 0 ? undefined : `${all} statements have no record of the head`;
    const { counts } = lastHead;
    if (counts === undefined) return undefined;
    if (current !== counts.current) return `${current} of ${counts.current} current statements are stored`;
    return isWhole && all !== counts.all ? `${all} of ${counts.all} statements are stored` : undefined;
  }
}

/**
 * The error for missing or duplicate facts. Its fault is that of an altered row (`requireUnaltered` of the storage):
 * for a reader it is the same damage.
 */
export function damagedFacts(problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `The facts in table "${factTableName}" were changed or damaged after they were stored: ${problem}. They are not shown. Run "lexichord doctor" to see what is affected, and "lexichord doctor --repair" to recover the intact data.`,
    { details: { table: factTableName, fault: 'altered', problem } },
  );
}
