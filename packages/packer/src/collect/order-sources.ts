import { type ContextSource, type SourceType, sourceTypes } from '@lexichord/abstractions';
import { chunkHash, compareText } from '@lexichord/platform/internal';

import type { UsableSource } from './source-collector.js';
import { isToolPath } from './tool-outputs.js';

/** Distinct sources. */
export interface OrderedSources {
  readonly sources: readonly UsableSource[];
  /** Number of removed repetitions. */
  readonly repeated: number;
}

/** Rank of a source type; 0 for the most important. */
export function importanceOf(type: SourceType): number {
  return sourceTypes.indexOf(type);
}

/**
 * Sorts sources by path, first line, source type and content, and merges sources with the same lines: the merged one
 * has the more important type, the higher score and the later time, and is a search hit only if all are. Different
 * outputs with the same tool name get numbers, so that their lines are distinguished.
 */
export function orderSources(given: readonly UsableSource[]): OrderedSources {
  const merged = groupRepeated(given).map(mergeRepeated);
  return { sources: sortSources(numberOutputs(merged)), repeated: given.length - merged.length };
}

/** Groups sources with the same lines of the same file. */
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

/**
 * Names whole outputs of one tool `tool:test`, `tool:test-2` …. An excerpt keeps its name, because its lines identify
 * it.
 */
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

/** Sorts a whole text before a part with the same text, which only a tool output can have. */
export function lastLineOf({ lineRange }: Pick<ContextSource, 'lineRange'>): number {
  return lineRange?.endLine ?? 0;
}
