import {
  type CallOptions,
  IGraphRepository,
  IKnowledgeImporter,
  type ILexichordRuntime,
  type ImportProgress,
  type ImportReport,
  type KnowledgeFile,
  type KnowledgeFormat,
  knowledgeFormats,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { knownImportFormats } from '../command-line/known-names.js';
import { flagOption, listArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { readKnowledgeFiles, stdinPath } from '../knowledge/read-knowledge-files.js';
import { hasFullKnowledge, requireKnowledge } from '../knowledge/require-knowledge.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printImportReport } from '../output/print-import-report.js';
import { printJson } from '../output/print-json.js';
import { showProgressLine } from '../output/progress-line.js';
import { screenDocuments } from '../output/screen-output.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge import`: exit code 1 when a document could not be read whole, or there was nothing to store. */
export const runKnowledgeImport: CommandRun = (invocation, io) => {
  const names = listArgument(invocation, 0);
  const strict = flagOption(invocation, 'strict');
  const partial = flagOption(invocation, 'partial');
  if (strict && partial) throw usageError('--strict and --partial cannot be combined. Give only one of them.');
  const format = readFormat(invocation);
  const source = textOption(invocation, 'source');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'import');
    const files = await readKnowledgeFiles(names, { io, runtime, format, source });
    const isAnotherInput = await hasInputBefore(files, { runtime, signal });
    const importer = runtime.resolve(IKnowledgeImporter);
    const found = await showImportProgress(io, (onProgress) =>
      importer.importFiles(files, { strict, partial, onProgress, signal }),
    );
    const warnings = [...found.warnings, ...(isAnotherInput ? replacedInput(found) : [])];
    const made = { ...found, warnings, ...(hasFullKnowledge(runtime) ? {} : { violations: [] }) };
    const report = await screenDocuments(made, { runtime, signal });
    if (globals.json) printJson(report, io);
    else printImportReport(report, io);
    return hasImported(report) ? ExitCode.done : ExitCode.failed;
  });
};

/** Whether unnamed standard input is imported now and was imported before. */
async function hasInputBefore(
  files: readonly KnowledgeFile[],
  { runtime, signal }: CallOptions & { readonly runtime: ILexichordRuntime },
): Promise<boolean> {
  if (!files.some(({ documentPath }) => documentPath === stdinPath)) return false;
  const entities = await runtime.resolve(IGraphRepository).listEntities({ signal });
  return entities.some(({ sources }) => sources.some(({ documentPath }) => documentPath === stdinPath));
}

/** Standard input has no name, so a second import replaces the facts of the first. */
function replacedInput({ changes }: ImportReport): readonly string[] {
  if (changes === undefined) return [];
  const tallies = [changes.entities, changes.relationships, changes.axioms];
  if (tallies.every(({ changed, removed }) => changed + removed === 0)) return [];
  return [
    'The facts of an earlier import from standard input were replaced. Name each import with --source to keep both.',
  ];
}

/** `yaml` and `json` both mean the format `facts`. */
function readFormat(invocation: Invocation): KnowledgeFormat | undefined {
  const format = textOption(invocation, 'format');
  if (format === undefined) return undefined;
  if (format === 'yaml' || format === 'json') return 'facts';
  const importFormat = knowledgeFormats.find((one) => one === format);
  if (importFormat !== undefined) return importFormat;
  throw usageError(`--format is ${JSON.stringify(format)}; it must be one of ${knownImportFormats.join(', ')}.`, {
    option: '--format',
    value: format,
  });
}

function hasImported({ changes, documents }: ImportReport): boolean {
  return (
    changes !== undefined &&
    documents.some(({ entities, relationships, axioms }) => entities + relationships + axioms > 0)
  );
}

/** Imports with a progress line. */
function showImportProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: ImportProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const isUrgent = ({ filesDone, filesTotal }: ImportProgress): boolean => filesDone === filesTotal;
  return showProgressLine(io, { lineOf: importLine, isUrgent }, work);
}

/** The progress line. After reading, facts are stored and indexed, which takes longest. */
export function importLine({ filesDone, filesTotal, entities }: ImportProgress): string {
  const found = `${formatCount(entities)} ${entities === 1 ? 'entity' : 'entities'}`;
  if (filesDone === filesTotal) return `Storing ${found} of ${countOf(filesTotal, 'file')}`;
  return `Reading ${formatCount(filesDone)} of ${countOf(filesTotal, 'file')}, ${found}`;
}
