/** One kind of secret, recognised by its format. */
export interface SecretRule {
  /** Id in reports and placeholders. */
  readonly id: string;
  /** Name of the service or secret, for display. */
  readonly what: string;
  /** Fixed texts. {@link pattern} is tried only at their occurrences, so that texts without them cost little. */
  readonly marks: readonly string[];
  /**
   * Begins at the mark. Every repetition is bounded and none is nested, so that the time is linear in the text. The
   * secret is the group `value`, otherwise the whole match.
   */
  readonly pattern: RegExp;
  /** Pattern of the part of the secret before the mark. */
  readonly lead?: RegExp;
  /** Default `token`: no letter or digit before or after it. `none`: the pattern has its own boundaries. */
  readonly boundary?: 'token' | 'none';
  /** Rejects texts that have the format but are not secrets. Default: the text after the mark must look random. */
  readonly accepts?: (secret: string) => boolean;
  /** Whether the rule recognises a secret by its context: rules that recognise the secret itself take precedence. */
  readonly isGeneric?: true;
}

/** Minimum number of different characters of a secret; fewer are a placeholder, such as `xxxxxxxx`. */
const minDistinct = 4;

/** Whether a text looks generated: words of one case and repeated characters do not. */
export function looksRandom(text: string): boolean {
  return new Set(text).size >= minDistinct && (/\d/u.test(text) || (/[a-z]/u.test(text) && /[A-Z]/u.test(text)));
}

/** Shannon entropy of the characters, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The range where a rule found a secret, without the secret itself. */
export interface SecretSpot {
  readonly rule: string;
  /** In UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
  /** Found by its context: a rule for the secret's own format takes precedence. */
  readonly isGeneric?: true | undefined;
}
