import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** Something that is not what it should be. */
export interface CheckFinding {
  /** Its subject, such as the id of a segment. */
  readonly subject: string;
  /** One sentence for people: what is wrong, and what to do if anything can be done. */
  readonly problem: string;
  /** Whether it was put right. */
  readonly isMended: boolean;
}

/** The result of a check for one kind of things. */
export interface CheckReport {
  /** For programs: `compressed-levels`. */
  readonly kind: string;
  /** For people, in the plural: `compressed levels`. */
  readonly name: string;
  /** How many were looked at. */
  readonly checked: number;
  /** How many of them have nothing that they could be compared with. */
  readonly uncompared: number;
  /** Why, for people; empty where {@link uncompared} is 0. */
  readonly uncomparedReason: string;
  /** How many things were found wrong, with those that were mended. */
  readonly problems: number;
  /** How many of them were put right. */
  readonly mended: number;
  /** The first of them, at most {@link maxCheckFindings}. */
  readonly findings: readonly CheckFinding[];
}

/** Findings that a report names; what is damaged as a whole has as many as it has rows. */
export const maxCheckFindings = 100;

/** How far a check is. */
export interface CheckProgress {
  /** {@link CheckReport.name} of what is being looked at. */
  readonly name: string;
  readonly checked: number;
}

/** Options of a check, and its listener. */
export interface StateCheckOptions extends CallOptions {
  /**
   * Whether what can be made again, and is wrong, is put right: made again, or removed to be made anew. What exists
   * nowhere else is left alone. Default: false.
   */
  readonly repairs?: boolean | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/**
 * Reads everything that one package keeps and compares it with what it was made from. Each package registers its own;
 * all of them are run by {@link IStateInspector}.
 */
export interface IStateCheck {
  /** @throws {LexichordError} `storage-failed` where a table cannot be read; the signal's reason */
  run(options?: StateCheckOptions): Promise<readonly CheckReport[]>;
}
export const IStateCheck: Token<IStateCheck> = token('IStateCheck');

/** Checks everything that Lexichord keeps of a workspace. */
export interface IStateInspector {
  /**
   * Runs every {@link IStateCheck}, one after the other. One that cannot read its tables is a finding. By order of
   * registration, then as each has it.
   *
   * @throws the signal's reason
   */
  inspect(options?: StateCheckOptions): Promise<readonly CheckReport[]>;
}
export const IStateInspector: Token<IStateInspector> = token('IStateInspector');
