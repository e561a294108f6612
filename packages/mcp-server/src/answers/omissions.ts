/** Something that an answer left out, and why. */
export interface LeftOut {
  /** A handle for `expand_context`, or the name of an omission without one. */
  readonly name: string;
  readonly reason: string;
}

/** Omissions of a text, and how to get them; the first ones by name. */
export interface Omissions {
  /** Plural, such as `pieces`. */
  readonly things: string;
  readonly total: number;
  readonly named: readonly LeftOut[];
  /** One sentence. */
  readonly how: string;
}

/** Empty when nothing was left out. */
export function omissionText({ things, total, named, how }: Omissions): string {
  if (total === 0) return '';
  return [`Left out: ${total} ${things}. ${how}`, ...named.map(omissionLine)].join('\n');
}

/** One thing and the reason. */
export function omissionLine({ name, reason }: LeftOut): string {
  return `${name} (${reason})`;
}
