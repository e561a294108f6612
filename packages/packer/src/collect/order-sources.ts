import { type ContextSource, type SourceType, sourceTypes } from '@lexichord/abstractions';
import { chunkHash } from '@lexichord/platform/internal';

import type { UsableSource } from './source-collector.js';
import { isToolPath } from './tool-outputs.js';

/** Sources without repetition. */
export interface OrderedSources {
  readonly sources: readonly UsableSource[];
  /** How many were there already. */
  readonly repeated: number;
}

/** Below 0 when the first is less, by UTF-16 code units: the same on every machine. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** 0 for the most important. */
export function importanceOf(type: SourceType): number {
  return sourceTypes.indexOf(type);
}

/**
 * Sources by path, first line, source type and content, each once: of several that are the same lines, one
 * is there with the more important type, the higher score and the later time, as a search hit only if all are. Outputs of different text that have the
 * name of one tool get numbers, so that a line of one is not taken for a line of the other.
 */
export function orderSources(given: readonly UsableSource[]): OrderedSources {
  const merged = groupRepeated(given).map(mergeRepeated);
  return { sources: sortSources(numberOutputs(merged)), repeated: given.length - merged.length };
}

/** Sources with the same lines of the same file together. */
function groupRepeated(given: readonly UsableSource[]): readonly (readonly UsableSource[])[] {
  const byLocation = new Map<string, UsableSource[][]>();
  for (const source of given) {
    const { filePath, lineRange, content } = source;
    const location = JSON.stringify([filePath, lineRange?.startLine, lineRange?.endLine]);
    const groups = byLocation.get(location) ?? [];
    const same = groups.find(([first]) => first?.content === content);
    if (same === undefined) groups.push([source]);
    else same.push(source);
    byLocation.set(location, groups);
  }
  return [...byLocation.values()].flat();
}

function mergeRepeated(repeated: readonly UsableSource[]): UsableSource {
  const [best, ...others] = repeated.toSorted(
    (one, other) =>
      importanceOf(one.sourceType) - importanceOf(other.sourceType) || compareText(one.language, other.language),
  ) as [UsableSource, ...UsableSource[]];
  return others.reduce(
    (merged, { isOnePiece, anchors, relevanceScore, isSearchHit, timestampMs, definition }) => ({
      ...merged,
      ...(merged.definition === undefined && definition !== undefined ? { definition } : {}),
      isSearchHit: merged.isSearchHit && isSearchHit,
      isOnePiece: merged.isOnePiece && isOnePiece,
      ...(anchors === undefined ? {} : { anchors: [...(merged.anchors ?? []), ...anchors] }),
      relevanceScore: higher(merged.relevanceScore, relevanceScore),
      timestampMs: higher(merged.timestampMs, timestampMs),
    }),
    best,
  );
}

function higher(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}

/** `tool:test`, `tool:test-2` … for whole outputs of one name. An excerpt keeps its name, because its lines tell it. */
function numberOutputs(sources: readonly UsableSource[]): readonly UsableSource[] {
  const taken = new Set(sources.map(({ filePath }) => filePath));
  const seen = new Set<string>();
  const isOutput = ({ filePath, lineRange }: UsableSource): boolean => isToolPath(filePath) && lineRange === undefined;
  const numbered = sortSources(sources.filter(isOutput)).map((source) => {
    let path = source.filePath;
    for (let number = 2; seen.has(path); number += 1) {
      const next = `${source.filePath}-${number}`;
      if (!taken.has(next)) path = next;
    }
    seen.add(path);
    taken.add(path);
    return { ...source, filePath: path };
  });
  return [...sources.filter((source) => !isOutput(source)), ...numbered];
}

function sortSources(sources: readonly UsableSource[]): readonly UsableSource[] {
  return sources
    .map((source) => ({ source, hash: chunkHash(source.content) }))
    .sort(
      (one, other) =>
        compareText(one.source.filePath, other.source.filePath) ||
        firstLineOf(one.source) - firstLineOf(other.source) ||
        importanceOf(one.source.sourceType) - importanceOf(other.source.sourceType) ||
        compareText(one.hash, other.hash) ||
        compareText(one.source.content, other.source.content) ||
        lastLineOf(one.source) - lastLineOf(other.source),
    )
    .map(({ source }) => source);
}

export function firstLineOf({ lineRange }: Pick<ContextSource, 'lineRange'>): number {
  return lineRange?.startLine ?? 1;
}

/** All of a file comes before a part of it that has the same text, which only an output of a tool can have. */
export function lastLineOf({ lineRange }: Pick<ContextSource, 'lineRange'>): number {
  return lineRange?.endLine ?? 0;
}
