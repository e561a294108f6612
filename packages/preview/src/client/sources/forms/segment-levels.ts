import { CompressionLevel, compressionLevelNames } from '@lexichord/abstractions';

/** A level's name for people: `Brief`. */
export function levelName(level: CompressionLevel): string {
  const name = compressionLevelNames[level];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Levels with more detail that have a button: the next one and Full.
 *
 * @param shown the level in the prompt; at Full it may have only some of the messages, so that the whole segment is
 * more
 * @param expanded the level expanded since
 */
export function furtherLevels(shown: CompressionLevel, expanded?: CompressionLevel): readonly CompressionLevel[] {
  const { full } = CompressionLevel;
  if (shown === full) return expanded === full ? [] : [full];
  const level = expanded ?? shown;
  const next = Object.values(CompressionLevel).find((value) => value === level - 1);
  if (next === undefined) return [];
  return next === full ? [next] : [next, full];
}
