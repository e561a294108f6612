/** An omission of an answer, with its reason. */
export interface LeftOut {
  /** A handle for `expand_context`, or the name of an omission without one. */
  readonly name: string;
  readonly reason: string;
}

/** Omissions of a text; the first ones by name. */
export interface Omissions {
  /** Plural, such as `pieces`. */
  readonly things: string;
  readonly total: number;
  readonly named: readonly LeftOut[];
  /** Sentence on how to get them. */
  readonly how: string;
}

/** Text about omissions; empty if there are none. */
export function omissionText({ things, total, named, how }: Omissions): string {
  if (total === 0) return '';
  return [`Left out: ${total} ${things}. ${how}`, ...named.map(omissionLine)].join('\n');
}

/** Line about an omission. */
export function omissionLine({ name, reason }: LeftOut): string {
  return `${name} (${reason})`;
}
