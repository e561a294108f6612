import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { Axiom, AxiomStatement, AxiomViolation } from './axiom.js';

/** Stores the rules of a workspace (KG-e §4.1). Results are in the order of target type, then name. */
export interface IAxiomStore {
  /** Enabled rules that apply to entities of a type. */
  getAxiomsForType(entityType: string, options?: CallOptions): Promise<readonly Axiom[]>;
  /** All rules, disabled ones included. */
  listAxioms(options?: CallOptions): Promise<readonly Axiom[]>;
  /**
   * Adds rules; a rule replaces another of the same name and target type.
   *
   * @throws {LexichordError} `invalid-argument`, naming the rule and the problem of its condition
   */
  putAxioms(axioms: readonly AxiomStatement[], options?: CallOptions): Promise<void>;
  /** @returns number of removed rules */
  removeAxioms(ids: readonly string[], options?: CallOptions): Promise<number>;
}
export const IAxiomStore: Token<IAxiomStore> = token('IAxiomStore');

/** Options of a check. */
export interface AxiomCheckOptions extends CallOptions {
  /** Document whose entities are checked; absent: all. */
  readonly documentPath?: string | undefined;
}

/** The result of a check. */
export interface AxiomCheckReport {
  /** The worst first, then by entity and axiom. */
  readonly violations: readonly AxiomViolation[];
  readonly checkedEntities: number;
  readonly checkedAxioms: number;
}

/** Checks entities against the rules that apply to them. */
export interface IAxiomChecker {
  check(options?: AxiomCheckOptions): Promise<AxiomCheckReport>;
}
export const IAxiomChecker: Token<IAxiomChecker> = token('IAxiomChecker');
