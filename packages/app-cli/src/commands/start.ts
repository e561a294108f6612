import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import type { SearchResult } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type CommandIo, canAsk } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { askForLine } from '../output/ask.js';
import { showIndexProgress } from '../output/index-update.js';
import { numberedLines, printHits } from '../output/print-hits.js';
import { printJson } from '../output/print-json.js';
import { screenSearch } from '../output/screen-output.js';
import { colorsFor } from '../output/text-layout.js';
import { findWorkspace } from '../session/find-workspace.js';
import { withRuntime } from '../session/with-runtime.js';

const maxHits = 3;

/** Maximum number of shown lines of the best hit; another command shows all. */
const maxShownLines = 16;

/** Default question that fits most repositories, for users who only press Enter. */
const usualQuestion = 'where does it start';

/** `lexichord start`: introduces Lexichord and the files that it writes, and answers one question. */
export const runStart: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  const workspaceRoot = findWorkspace(globals, io);
  if (!globals.json) io.stderr.write(await introduction(workspaceRoot, io));
  const given = wordsArgument(invocation, 0).trim();
  const question = given !== '' || globals.json ? given : await askForQuestion(io);
  if (question === undefined || question === '') {
    if (globals.json) printJson({ workspace: workspaceRoot }, io);
    else io.stderr.write('Nothing was written. Run "lexichord start <question>" for an answer.\n');
    return ExitCode.done;
  }
  const { signal } = io;
  return withRuntime({ globals, io, workspaceRoot }, async ({ runtime }) => {
    const found = await showIndexProgress(io, (onIndexProgress) =>
      runtime.search(question, { limit: maxHits, onIndexProgress, signal }),
    );
    const result = await screenSearch(found, { runtime, signal });
    if (globals.json) printJson({ workspace: workspaceRoot, hits: result.hits.map(locationOf) }, io);
    else printAnswer(result, io);
    return ExitCode.done;
  });
};

async function introduction(workspace: string, io: CommandIo): Promise<string> {
  const { bold } = colorsFor(io.stderr, io.environment);
  const state = join(workspace, '.lexichord');
  const isThere = await lstat(state).then(
    () => true,
    () => false,
  );
  const writes = isThere
    ? 'Lexichord updates its search index there and writes nothing else.'
    : 'The first question writes a search index there, which git ignores, and a note in your state folder that it is yours.';
  return (
    `${bold('Lexichord')} selects the parts of a repository that an agent needs, within a token budget.\n` +
    'It calls no model and sends nothing to other machines.\n\n' +
    `${bold('Folder:')} ${toTerminalLine(state)}\n${writes}\n\n`
  );
}

/** Asks for a question; `undefined` without a terminal, or at the end of the input. */
async function askForQuestion(io: CommandIo): Promise<string | undefined> {
  if (!canAsk(io)) return undefined;
  const answer = await askForLine(`What is your question about this repository? [${usualQuestion}] `, io);
  return answer === '' ? usualQuestion : answer;
}

function printAnswer(result: SearchResult, io: CommandIo): void {
  printHits(result, io, { explains: false, showsContent: false });
  const [best] = result.hits;
  if (best !== undefined) {
    const lines = best.content.split('\n').slice(0, maxShownLines).join('\n');
    io.stdout.write(`\n${numberedLines({ ...best, content: lines })}`);
  }
  printNextSteps(io);
}

function printNextSteps(io: CommandIo): void {
  const { bold, dim } = colorsFor(io.stderr, io.environment);
  const steps = [
    ['npx lexichord init --agent claude', 'add Lexichord to your agent; also codex, cursor and vscode'],
    ['npx lexichord pack "your task"', 'the context for a task, as one text for a model'],
    ['npx lexichord map', 'an overview: entry points and central definitions'],
    ['npx lexichord --help', 'all commands'],
  ];
  const lines = steps.map(([command = '', effect = '']) => `  ${command}\n      ${dim(effect)}`);
  io.stderr.write(`\n${bold('Try next:')}\n${lines.join('\n')}\n`);
}

function locationOf({ filePath, startLine, endLine, symbol, score }: SearchResult['hits'][number]): object {
  return { filePath, startLine, endLine, symbol, score };
}
