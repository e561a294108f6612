/** Where a rule found something. Never what. */
export interface SecretSpot {
  readonly rule: string;
  /** In UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
  /** Found by what stands around it: gives way to what knows the secret itself. */
  readonly isGeneric?: true | undefined;
}
