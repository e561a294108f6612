import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** The position of a probable secret in a text. Never its content. */
export interface SecretFinding {
  /** Id of the rule that found it, such as `github` or `private-key`. */
  readonly rule: string;
  /** In UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
  /** From 1. */
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
}

/** A secret that was kept out of a text for a model: its location and the rule that found it. Never its content. */
export interface WithheldSecret {
  readonly rule: string;
  /** Such as `src/app.ts:12`, `conversation support, message 7` or `Component Billing`. */
  readonly place: string;
}

/** Finds probable secrets. Every text for a model passes it (ADR 0047). */
export interface ISecretScanner {
  /**
   * @param text a whole file, message or output: a part of a key is not recognised
   * @returns by start, then end, then rule; findings of one rule do not overlap
   * @throws the signal's reason
   */
  scan(text: string, options?: CallOptions): Promise<readonly SecretFinding[]>;
}
export const ISecretScanner: Token<ISecretScanner> = token('ISecretScanner');
