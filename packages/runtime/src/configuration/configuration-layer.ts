import type { OptionProblem } from '@lexichord/platform/internal';

import { isPlainMapping, type PlainMapping, reservedKeys } from './plain-value.js';

/** Origin of a value, in ascending precedence. */
export type ConfigurationOrigin = 'default' | 'user' | 'workspace' | 'environment' | 'flag';

/** Unchecked values of a source. */
export interface ConfigurationLayer {
  readonly origin: Exclude<ConfigurationOrigin, 'default'>;
  readonly value: PlainMapping;
  /** Name of the source for the user, such as `.agent/config.yml`. */
  readonly label: string;
  /** Absolute path of its file's folder, the base of relative paths in the file; absent for a layer without a file. */
  readonly folder?: string | undefined;
  /** Location of a key, such as `.agent/config.yml:3:5`, or the name of a variable. */
  locate(path: readonly PropertyKey[]): string;
  /** Problems found while reading. */
  readonly problems: readonly OptionProblem[];
}

/**
 * Merges mappings key by key; later values replace earlier ones. Lists under one of the `accumulated` keys (dotted) are
 * joined instead, without duplicates. A key without a value changes nothing.
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
