import type { OptionProblem } from '@lexichord/platform/internal';

import { isPlainMapping, type PlainMapping, reservedKeys } from './plain-value.js';

/** Origin of a value, weakest first. */
export type ConfigurationOrigin = 'default' | 'user' | 'workspace' | 'environment' | 'flag';

/** The values of one source, unchecked. */
export interface ConfigurationLayer {
  readonly origin: Exclude<ConfigurationOrigin, 'default'>;
  readonly value: PlainMapping;
  /** The source's name for people, such as `.agent/config.yml`. */
  readonly label: string;
  /** Path of its file, absolute; absent for a layer without one. Relative paths in the file start there. */
  readonly folder?: string | undefined;
  /** Location of a key: `.agent/config.yml:3:5`, or a variable's name. */
  locate(path: readonly PropertyKey[]): string;
  /** Problems that were found while reading. */
  readonly problems: readonly OptionProblem[];
}

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
