import { isPlainMapping, type PlainMapping, reservedKeys } from './plain-value.js';

/**
 * Joins mappings, the later over the earlier: mappings key by key, everything else as a whole. Lists under one of the
 * `accumulated` keys (dotted) are joined instead, each entry once. A key without a value changes nothing.
 */
export function mergeLayers(layers: readonly PlainMapping[], accumulated: readonly string[]): PlainMapping {
  return layers.reduce((lower, upper) => mergeMappings({ lower, upper, accumulated, at: '' }), {});
}

interface MergeStep {
  readonly lower: PlainMapping;
  readonly upper: PlainMapping;
  readonly accumulated: readonly string[];
  readonly at: string;
}

function mergeMappings({ lower, upper, accumulated, at }: MergeStep): PlainMapping {
  const merged: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    if (value === undefined || reservedKeys.has(key)) continue;
    const below = merged[key];
    const dotted = at === '' ? key : `${at}.${key}`;
    if (isPlainMapping(value)) {
      const inner = isPlainMapping(below) ? below : {};
      merged[key] = mergeMappings({ lower: inner, upper: value, accumulated, at: dotted });
    } else if (Array.isArray(value) && Array.isArray(below) && accumulated.includes(dotted)) {
      merged[key] = [...new Set<unknown>([...(below as unknown[]), ...(value as unknown[])])];
    } else {
      merged[key] = value;
    }
  }
  return merged;
}
