import { CompressionLevel, type CompressionLevelName, compressionLevelNames } from '@lexichord/abstractions';

import type { Invocation } from '../command-line/command-definition.js';
import { knownCompressionLevels } from '../command-line/known-names.js';
import { textOption, usageError } from '../command-line/read-options.js';

/** A level of detail by its name, in any case. @throws {LexichordError} `invalid-argument` for any other name */
export function levelOption(invocation: Invocation, name: string): CompressionLevel | undefined {
  const given = textOption(invocation, name);
  if (given === undefined) return undefined;
  const level = findLevel(given);
  if (level !== undefined) return level;
  const allowed = knownCompressionLevels.join(', ');
  throw usageError(`--${name} is ${JSON.stringify(given)}; it must be one of ${allowed}.`, {
    option: `--${name}`,
    value: given,
  });
}

/** @throws {LexichordError} `invalid-argument` when it is missing, too */
export function requiredLevelOption(invocation: Invocation, name: string): CompressionLevel {
  const level = levelOption(invocation, name);
  if (level !== undefined) return level;
  throw usageError(`--${name} is missing. Give one of the levels ${knownCompressionLevels.join(', ')}.`, {
    option: `--${name}`,
  });
}

/** A level as commands print it. */
export function levelName(level: CompressionLevel): CompressionLevelName {
  return compressionLevelNames[level];
}

/** The level of a name; `undefined` for an unknown name. */
export function findLevel(name: string): CompressionLevel | undefined {
  const wanted = name.trim().toLowerCase();
  const levelName = compressionLevelNames.find((one) => one === wanted);
  return levelName === undefined ? undefined : CompressionLevel[levelName];
}
