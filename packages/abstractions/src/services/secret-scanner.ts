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

/** A secret that was kept out of a text for a model: where it stands and what found it. Never what it is. */
export interface WithheldSecret {
  readonly rule: string;
  /** Such as `src/app.ts:12`, `conversation support, message 7` or `Component Billing`. */
  readonly place: string;
}

/** Finds what looks like a secret. Every text that goes to a model passes it (ADR 0047). */
export interface ISecretScanner {
  /**
   * @param text all of a file, message or output: a part of a key is not known for one
   * @returns by start, then end, then rule; findings of one rule do not overlap
   * @throws the signal's reason
   */
  scan(text: string, options?: CallOptions): Promise<readonly SecretFinding[]>;
}
export const ISecretScanner: Token<ISecretScanner> = token('ISecretScanner');
