import { CompressionLevel, compressionLevelNames } from '@lexichord/abstractions';

/** A level's name for people: `Brief`. */
export function levelName(level: CompressionLevel): string {
  const name = compressionLevelNames[level];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Levels with more detail that are worth a button: the next one and all of it. None at Full. */
export function furtherLevels(level: CompressionLevel): readonly CompressionLevel[] {
  const next = Object.values(CompressionLevel).find((value) => value === level - 1);
  if (next === undefined) return [];
  return next === CompressionLevel.full ? [next] : [next, CompressionLevel.full];
}
