import type { LineRange } from '@lexichord/abstractions';

/** Lines that look as if a secret was in them. */
export interface SecretFinding extends LineRange {
  /** What it looks like, such as `github` or `private-key`. */
  readonly rule: string;
}

/** Where a rule found something. Never what. */
export interface SecretSpot {
  readonly rule: string;
  /** In UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
}
