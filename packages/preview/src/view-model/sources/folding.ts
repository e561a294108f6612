/** Which sources are unfolded: all or none, but for a few. */
export interface Folding {
  readonly isExpanded: boolean;
  /** Sources whose folding is the opposite. */
  readonly except: ReadonlySet<string>;
}

/** All sources at a glance, and the document below its line (SBD-072 §16.1). */
export const foldedAtFirst: Folding = { isExpanded: false, except: new Set(['document']) };

export function isUnfolded({ isExpanded, except }: Folding, sourceId: string): boolean {
  return except.has(sourceId) ? !isExpanded : isExpanded;
}

/** The other way round for one source. */
export function turnFold({ isExpanded, except }: Folding, sourceId: string): Folding {
  const turned = new Set(except);
  if (!turned.delete(sourceId)) turned.add(sourceId);
  return { isExpanded, except: turned };
}
