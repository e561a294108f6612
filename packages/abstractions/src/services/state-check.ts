import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** A problem that a check found. */
export interface CheckFinding {
  /** Its subject, such as the id of a segment. */
  readonly subject: string;
  /** One sentence for people: the problem, and its remedy if there is one. */
  readonly problem: string;
  /** Whether it was repaired. */
  readonly isMended: boolean;
}

/** The result of a check for one kind of things. */
export interface CheckReport {
  /** For programs: `compressed-levels`. */
  readonly kind: string;
  /** For people, in the plural: `compressed levels`. */
  readonly name: string;
  /** Number of checked things. */
  readonly checked: number;
  /** Number of checked things that could not be compared with anything. */
  readonly uncompared: number;
  /** Reason for {@link uncompared}, for people; empty if that is 0. */
  readonly uncomparedReason: string;
  /** Number of problems, repaired ones included. */
  readonly problems: number;
  /** Number of repaired problems. */
  readonly mended: number;
  /** The first problems, at most {@link maxCheckFindings}. */
  readonly findings: readonly CheckFinding[];
}

/** Maximum findings of a report; a table that is damaged as a whole has one for each row. */
export const maxCheckFindings = 100;

/** Progress of a check. */
export interface CheckProgress {
  /** {@link CheckReport.name} of the things being checked. */
  readonly name: string;
  readonly checked: number;
}

/** Options of a check, and its listener. */
export interface StateCheckOptions extends CallOptions {
  /**
   * Whether damaged data that can be rebuilt is repaired: rebuilt, or removed to be rebuilt later. Data that exists
   * nowhere else stays unchanged. Default: false.
   */
  readonly repairs?: boolean | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/**
 * Compares all stored data of one package with its sources. Each package registers its own check; {@link
 * IStateInspector} runs them all.
 */
export interface IStateCheck {
  /** @throws {LexichordError} `storage-failed` where a table cannot be read; the signal's reason */
  run(options?: StateCheckOptions): Promise<readonly CheckReport[]>;
}
export const IStateCheck: Token<IStateCheck> = token('IStateCheck');

/** Checks all stored data of a workspace. */
export interface IStateInspector {
  /**
   * Runs every {@link IStateCheck}, one after the other. A check that cannot read its tables is a finding. Reports are
   * in the order of registration, then in each check's own order.
   *
   * @throws the signal's reason
   */
  inspect(options?: StateCheckOptions): Promise<readonly CheckReport[]>;
}
export const IStateInspector: Token<IStateInspector> = token('IStateInspector');
