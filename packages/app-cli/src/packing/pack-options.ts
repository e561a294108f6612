import { type PackProfile, packProfiles } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { Invocation } from '../command-line/command-definition.js';
import { flagOption, listOption, textOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { type BudgetOptions, readBudgetOptions } from './budget-options.js';

/** The parsed command line of `pack`. Paths are not yet checked against the workspace. */
export interface PackCommandOptions {
  readonly task: string;
  /** Relative to the workspace, or absolute inside it. */
  readonly openFiles: readonly string[];
  readonly references: readonly string[];
  /** Files anywhere, or `-`. */
  readonly toolResults: readonly string[];
  readonly budget: BudgetOptions;
  readonly profile?: PackProfile | undefined;
  /** Name of a built-in one, else a file or `-`. */
  readonly template?: string | undefined;
  /** File to write the text to. */
  readonly output?: string | undefined;
  readonly refreshesIndex: boolean;
  readonly showsTimings: boolean;
}

/** @throws {LexichordError} `invalid-argument` for a value that cannot be understood */
export function readPackOptions(invocation: Invocation): PackCommandOptions {
  const task = wordsArgument(invocation, 0);
  if (task.trim() === '') throw usageError('The task is empty. Say what the model is to do.');
  const toolResults = listOption(invocation, 'toolResult', '--tool-result');
  const template = textOption(invocation, 'template');
  if (template === '-' && toolResults.includes('-')) {
    throw usageError('Standard input can be read once: as --template or as --tool-result, not as both.');
  }
  const output = textOption(invocation, 'output');
  if (output === '') throw usageError('--output is empty. Name the file to write, or leave it out.');
  return {
    task,
    openFiles: listOption(invocation, 'open', '--open'),
    references: listOption(invocation, 'reference', '--reference'),
    toolResults,
    budget: readBudgetOptions(invocation),
    profile: readProfile(textOption(invocation, 'profile')),
    template,
    output,
    refreshesIndex: invocation.options['refresh'] !== false,
    showsTimings: flagOption(invocation, 'debugTiming'),
  };
}

function readProfile(name: string | undefined): PackProfile | undefined {
  if (name === undefined) return undefined;
  const profile = packProfiles.find((known) => known === name);
  if (profile !== undefined) return profile;
  const meant = findClosestName(name, packProfiles);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw usageError(`There is no profile ${JSON.stringify(name)}.${hint} There are ${packProfiles.join(', ')}.`, {
    option: '--profile',
    value: name,
  });
}
