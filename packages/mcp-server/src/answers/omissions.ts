/** Something that an answer left out, and why. */
export interface LeftOut {
  /** What `expand_context` takes, or a name. */
  readonly handle: string;
  readonly reason: string;
}

/** What was left out of a text, and how to get it; the first ones by name. */
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
  return [`Left out: ${total} ${things}. ${how}`, ...named.map(({ handle, reason }) => `${handle} (${reason})`)].join(
    '\n',
  );
}
