/** One kind of secret, recognised by its format. */
export interface SecretRule {
  /** Id in reports and placeholders. */
  readonly id: string;
  /** Name of the service or secret, for people. */
  readonly what: string;
  /** Fixed texts. {@link pattern} is tried only where one of them occurs, so that texts without them cost little. */
  readonly marks: readonly string[];
  /**
   * Begins at the mark. Every repetition has a limit and none is in another, so that the time grows with the text and no
   * faster. The secret is the group `value`, else the whole match.
   */
  readonly pattern: RegExp;
  /** Pattern of a part of the secret in front of the mark. */
  readonly lead?: RegExp;
  /** Default `token`: no letter or digit before or after it. `none`: the pattern has its own boundaries. */
  readonly boundary?: 'token' | 'none';
  /** Rejects texts that have the format but are no secrets. Default: the text behind the mark looks random. */
  readonly accepts?: (secret: string) => boolean;
  /** Found by its surroundings: gives way to a rule that recognises the secret itself. */
  readonly isGeneric?: true;
}

/** A secret of few different characters is a placeholder, such as `xxxxxxxx`. */
const minDistinct = 4;

/** Whether a text could come from a generator of secrets: words of one case and repeated characters do not. */
export function looksRandom(text: string): boolean {
  return new Set(text).size >= minDistinct && (/\d/u.test(text) || (/[a-z]/u.test(text) && /[A-Z]/u.test(text)));
}

/** Shannon entropy of the characters, in bits each. */
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
  /** Found by its surroundings: a rule for the secret's own format takes precedence. */
  readonly isGeneric?: true | undefined;
}
