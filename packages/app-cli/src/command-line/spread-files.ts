import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { spellingsOf } from '../packing/path-spellings.js';
import type { CommandDefinition, CommandGroup, OptionDefinition } from './command-definition.js';
import { globalOptionDefinitions } from './global-options.js';

/** Lines after a file's name: `:120` or `:120-140`. */
const linesSuffix = /:\d{1,9}(?:-\d{1,9})?$/u;

/** Words of a command line that stay together. */
interface Piece {
  /** One word, or an option and its value. */
  readonly words: readonly string[];
  /** For an operand, the option of files before it, with only operands between. */
  readonly behind?: string | undefined;
  readonly isOperand: boolean;
}

/**
 * Gives an option of files all files after it. A shell expands `--open src/*.ts` to `--open src/a.ts src/b.ts`: only
 * the first would belong to the option, and the others to the task. Words directly after a value of the option are
 * taken if they are files; a command with a required operand keeps the last of them.
 *
 * @param argv without the program's own name
 * @param commands every command
 */
export async function spreadFiles(
  argv: readonly string[],
  {
    commands,
    workingDirectory,
  }: { readonly commands: readonly (CommandDefinition | CommandGroup)[] } & {
    readonly workingDirectory: string;
  },
): Promise<readonly string[]> {
  const command = commandOf(argv, commands);
  const options = byName([...(command?.options ?? []), ...globalOptionDefinitions]);
  if (command === undefined || !argv.some((word) => isFileList(options.get(word)))) return argv;

  const pieces = piecesOf(argv, options);
  const folders = [workingDirectory, ...workspacesIn(pieces).map((folder) => resolve(workingDirectory, folder))];
  const taken = await filesBehindOptions(pieces, folders);
  const isNeeded = command.arguments?.some(({ name }) => name.startsWith('<')) === true;
  const [, ...operands] = pieces.filter(({ isOperand }) => isOperand);
  const last = operands.at(-1);
  if (isNeeded && last !== undefined && operands.every((operand) => taken.has(operand))) taken.delete(last);
  return pieces.flatMap((piece) => (taken.has(piece) ? [piece.behind ?? '', ...piece.words] : piece.words));
}

/** The command of the line: the first word that is neither a global option nor the value of one. */
function commandOf(
  argv: readonly string[],
  commands: readonly (CommandDefinition | CommandGroup)[],
): CommandDefinition | undefined {
  const named = piecesOf(argv, byName(globalOptionDefinitions)).find(({ isOperand }) => isOperand);
  return commands.find((entry): entry is CommandDefinition => entry.name === named?.words[0] && 'load' in entry);
}

function piecesOf(argv: readonly string[], options: ReadonlyMap<string, OptionDefinition>): readonly Piece[] {
  const pieces: Piece[] = [];
  let behind: string | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return [...pieces, { words: argv.slice(index), isOperand: false }];
    const isOperand = !word.startsWith('-') || word === '-';
    const option = options.get(word);
    const takesValue = option?.flags.includes('<') === true;
    if (!isOperand) behind = isFileList(option) ? word : undefined;
    pieces.push({ words: argv.slice(index, index + (takesValue ? 2 : 1)), behind, isOperand });
    if (takesValue) index += 1;
  }
  return pieces;
}

/** Operands that are files, after an option of files with only files between. */
async function filesBehindOptions(pieces: readonly Piece[], folders: readonly string[]): Promise<Set<Piece>> {
  const files = new Set<Piece>();
  let isBehindFiles = false;
  for (const piece of pieces) {
    const { words, behind, isOperand } = piece;
    if (!isOperand) isBehindFiles = behind !== undefined;
    else isBehindFiles = isBehindFiles && (await isFileIn(folders, words[0] ?? ''));
    if (isOperand && isBehindFiles) files.add(piece);
  }
  return files;
}

function byName(options: readonly OptionDefinition[]): ReadonlyMap<string, OptionDefinition> {
  return new Map(options.map((option) => [option.flags.split(' ')[0] ?? option.flags, option]));
}

function isFileList(option: OptionDefinition | undefined): boolean {
  return option?.isRepeatable === true && option.completion === 'file';
}

function workspacesIn(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap(({ words: [name, value] }) => (name === '--workspace' && value !== undefined ? [value] : []));
}

async function isFileIn(folders: readonly string[], word: string): Promise<boolean> {
  const names = [word, word.replace(linesSuffix, '')].flatMap(spellingsOf);
  const paths = folders.flatMap((folder) => names.map((name) => resolve(folder, name)));
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return found.some((stats) => stats?.isFile() === true);
}
