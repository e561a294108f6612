import { basename } from 'node:path';

import {
  type ChangeQuery,
  ErrorCode,
  type ILexichordRuntime,
  isLexichordError,
  LexichordError,
  type NamedLines,
  type PackLayout,
  type PackProfile,
  packLayouts,
  packProfiles,
  type PackTemplate,
  packTemplates,
  type ToolOutput,
} from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { flagOption, listArgument, listOption, textOption, usageError } from '../command-line/read-options.js';
import { openInput, readInput, requireReadableInput } from '../session/read-input.js';
import { type BudgetOptions, readBudgetOptions } from './budget-options.js';
import { readOpenFiles } from './open-files.js';

/** The parsed command line of `pack`. Paths are not yet checked against the workspace. */
export interface PackCommandOptions {
  /** Absent: read from standard input. Empty only with a change. */
  readonly task?: string | undefined;
  readonly change?: ChangeQuery | undefined;
  /** Relative to the current folder or to the workspace, or absolute inside it. */
  readonly openFiles: readonly string[];
  /** The most important lines of the open files, that of the cursor first. */
  readonly anchors: readonly NamedLines[];
  readonly references: readonly string[];
  /** Files anywhere, or `-`. */
  readonly toolResults: readonly string[];
  readonly budget: BudgetOptions;
  readonly profile?: PackProfile | undefined;
  /** Name of a built-in template, else a file or `-`. */
  readonly template?: string | undefined;
  /** Absent: the configuration's. */
  readonly layout?: PackLayout | undefined;
  /** `last`, a file or `-`. */
  readonly since?: string | undefined;
  /** File to write the text to. */
  readonly output?: string | undefined;
  readonly refreshesIndex: boolean;
  readonly showsTimings: boolean;
}

/** @throws {LexichordError} `invalid-argument` for an invalid value */
export function readPackOptions(invocation: Invocation): PackCommandOptions {
  const change = readChange(invocation);
  const task = readTask(invocation, change);
  const toolResults = listOption(invocation, 'toolResult', '--tool-result');
  const template = textOption(invocation, 'template');
  const since = textOption(invocation, 'since');
  requireOneReader({ task, template, toolResults, since });
  const output = textOption(invocation, 'output');
  if (output === '') throw usageError('--output is empty. Name the file to write, or leave it out.');
  return {
    ...{ task, change },
    ...readOpenFiles(listOption(invocation, 'open', '--open'), textOption(invocation, 'cursor')),
    references: listOption(invocation, 'reference', '--reference'),
    toolResults,
    budget: readBudgetOptions(invocation),
    profile: readProfile(textOption(invocation, 'profile')),
    template,
    layout: readLayout(textOption(invocation, 'layout')),
    since,
    output,
    refreshesIndex: invocation.options['refresh'] !== false,
    showsTimings: flagOption(invocation, 'debugTiming'),
  };
}

/** Reads the task; `undefined` if it is on standard input: with `-`, or without a task and a change. */
function readTask(invocation: Invocation, change: ChangeQuery | undefined): string | undefined {
  const words = listArgument(invocation, 0);
  const task = words.join(' ');
  if (words.length === 0 && change !== undefined) return '';
  if (words.length === 0 || task === '-') return undefined;
  if (task.trim() !== '') return task;
  throw emptyTaskError();
}

function emptyTaskError(): LexichordError {
  return usageError(
    'The task is empty. Give it in quotes, or "-" to read it from standard input. Existing files directly after --open, --reference or --tool-result belong to that option.',
  );
}

function requireOneReader({
  task,
  template,
  toolResults,
  since,
}: Pick<PackCommandOptions, 'task' | 'template' | 'toolResults' | 'since'>): void {
  const readers = [
    ...(task === undefined ? ['the task'] : []),
    ...(template === '-' ? ['--template'] : []),
    ...(toolResults.includes('-') ? ['--tool-result'] : []),
    ...(since === '-' ? ['--since'] : []),
  ];
  if (readers.length < 2) return;
  throw usageError(`Standard input can be read only once, not as ${readers.join(' and as ')}.`);
}

/**
 * The task of a command line: its words, or else standard input.
 *
 * @throws {LexichordError} `invalid-argument` for an empty task, and if standard input is a terminal
 */
export async function openTask(task: string | undefined, io: CommandIo): Promise<string> {
  if (task !== undefined) return task;
  if ((io.stdin as { readonly isTTY?: boolean }).isTTY === true) throw emptyTaskError();
  const text = (await readInput('-', io)).trim();
  if (text === '') throw emptyTaskError();
  return text;
}

/** At most one of `--diff`, `--staged` and `--changed`. */
function readChange(invocation: Invocation): ChangeQuery | undefined {
  const range = textOption(invocation, 'diff');
  const queries: readonly ChangeQuery[] = [
    ...(range === undefined ? [] : [{ range }]),
    ...(flagOption(invocation, 'staged') ? [{ staged: true } as const] : []),
    ...(flagOption(invocation, 'changed') ? [{ changed: true } as const] : []),
  ];
  if (queries.length > 1) throw usageError('Name one change: --diff, --staged or --changed.');
  return queries[0];
}

function readProfile(name: string | undefined): PackProfile | undefined {
  return requireName(name, packProfiles, { option: '--profile', what: 'profile' });
}

function readLayout(name: string | undefined): PackLayout | undefined {
  return requireName(name, packLayouts, { option: '--layout', what: 'layout' });
}

function requireName<Name extends string>(
  name: string | undefined,
  names: readonly Name[],
  { option, what }: { readonly option: string; readonly what: string },
): Name | undefined {
  if (name === undefined) return undefined;
  const found = names.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const meant = findClosestName(name, names);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw usageError(`There is no ${what} ${JSON.stringify(name)}.${hint} Available: ${names.join(', ')}.`, {
    option,
    value: name,
  });
}

/**
 * The template that the command line names: a built-in one, else a file; `-` is standard input.
 *
 * @throws {LexichordError} `not-found` with the built-in names, and the errors of reading an input
 */
export async function openPackTemplate(
  name: string | undefined,
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<PackTemplate | undefined> {
  if (name === undefined) return undefined;
  const builtIn = packTemplates.find((template) => template === name);
  if (builtIn !== undefined) return builtIn;
  const judge = await requireReadableInput(name, io, runtime);
  try {
    return { text: await readInput(name, io, { judge }) };
  } catch (cause) {
    if (!isLexichordError(cause) || cause.code !== ErrorCode.notFound) throw cause;
    const meant = findClosestName(name, packTemplates);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message = `${JSON.stringify(name)} is neither a template (${packTemplates.join(', ')}) nor a file.${hint}`;
    throw new LexichordError(cause.code, message, { details: { template: name }, cause });
  }
}

/**
 * Opens the tool outputs that the command line names, which may be of any size; `-` is standard input. Names are made
 * unique, because equal names would be merged.
 *
 * @throws the errors of opening an input; {PathDeniedError} for a file that may hold secrets
 */
export async function openToolOutputs(
  files: readonly string[],
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<readonly ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    const judge = await requireReadableInput(file, io, runtime);
    const name = uniqueName(file === '-' ? 'stdin' : basename(file), taken);
    const { chunks } = await openInput(file, io, judge);
    // The writer of standard input may take minutes, such as a test run.
    outputs.push({ name, text: () => (typeof chunks === 'function' ? chunks() : chunks), isAwaited: file === '-' });
  }
  return outputs;
}

/** A unique name. Other characters become `_` first, as they would in an identifier. */
function uniqueName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]/gu, '_');
  let free = plain;
  for (let number = 2; taken.has(free); number += 1) free = `${number}-${plain}`;
  taken.add(free);
  return free;
}
