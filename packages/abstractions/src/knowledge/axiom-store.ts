import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { Axiom, AxiomStatement, AxiomViolation } from './axiom.js';

/** The rules of a workspace (KG-e §4.1). Answers are in the order of target type, then name. */
export interface IAxiomStore {
  /** Enabled rules that bind entities of a type. */
  getAxiomsForType(entityType: string, options?: CallOptions): Promise<readonly Axiom[]>;
  /** All, disabled ones included. */
  listAxioms(options?: CallOptions): Promise<readonly Axiom[]>;
  /**
   * Adds rules; one replaces another with its name and target type.
   *
   * @throws {LexichordError} `invalid-argument`, naming the rule and the problem of its condition
   */
  putAxioms(axioms: readonly AxiomStatement[], options?: CallOptions): Promise<void>;
  /** @returns how many of them were there */
  removeAxioms(ids: readonly string[], options?: CallOptions): Promise<number>;
}
export const IAxiomStore: Token<IAxiomStore> = token('IAxiomStore');

/** Options of a check. */
export interface AxiomCheckOptions extends CallOptions {
  /** Only entities that this document states; absent: all. */
  readonly documentPath?: string | undefined;
}

/** The result of a check. */
export interface AxiomCheckReport {
  /** The worst first, then by entity and axiom. */
  readonly violations: readonly AxiomViolation[];
  readonly checkedEntities: number;
  readonly checkedAxioms: number;
}

/** Checks entities against the rules that bind them. */
export interface IAxiomChecker {
  check(options?: AxiomCheckOptions): Promise<AxiomCheckReport>;
}
export const IAxiomChecker: Token<IAxiomChecker> = token('IAxiomChecker');
