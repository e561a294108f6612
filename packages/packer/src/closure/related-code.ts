import type { ChunkRelation, ChunkSymbol, LineRange, SymbolDefinition, SymbolUse } from '@lexichord/abstractions';

/** Code that is related to a packed chunk. */
export interface RelatedCode extends Pick<SymbolDefinition, 'filePath' | 'name' | 'kind' | 'enclosing'>, LineRange {
  /** Id of the definition, or of the line if there is no definition. */
  readonly id: string;
  /** Hash of the text that the line numbers refer to; absent if it is not stored. */
  readonly contentHash?: string | undefined;
  /** Used members of a type. */
  readonly members: readonly ChunkSymbol[];
  readonly because: ChunkRelation;
}

/** Converts a definition to related code. */
export function ofDefinition(
  definition: SymbolDefinition,
  because: ChunkRelation,
  members: readonly SymbolDefinition[] = [],
): RelatedCode {
  return { ...definition, members: members.map(({ name, kind, startLine: line }) => ({ name, kind, line })), because };
}

/** Converts a use to the definition that contains it, or to its line if it is outside all definitions. */
export function ofUse(
  { source, target, filePath, contentHash, lines }: SymbolUse,
  because: ChunkRelation,
): RelatedCode {
  if (source !== undefined) return ofDefinition(source, because);
  const startLine = lines[0] ?? 1;
  const { name } = target;
  return {
    ...{ id: `${filePath}:${startLine}`, filePath, name, kind: 'block', enclosing: [], members: [] },
    ...{ startLine, endLine: startLine, contentHash, because },
  };
}

/** Returns each definition once, at its first position, with all members that were found. */
export function distinctCode(found: readonly RelatedCode[]): readonly RelatedCode[] {
  const distinct = new Map<string, RelatedCode>();
  for (const code of found) {
    const existing = distinct.get(code.id);
    if (existing === undefined) distinct.set(code.id, code);
    else if (code.members.length > 0)
      distinct.set(code.id, { ...existing, members: union(existing.members, code.members) });
  }
  return [...distinct.values()];
}

function union(a: readonly ChunkSymbol[], b: readonly ChunkSymbol[]): readonly ChunkSymbol[] {
  const members = new Map([...a, ...b].map((member) => [`${member.line} ${member.name}`, member]));
  return [...members.values()].sort((left, right) => left.line - right.line);
}

/** Whether two ranges share a line. */
export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}
