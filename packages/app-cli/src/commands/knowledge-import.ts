import { IKnowledgeImporter, type ImportReport, type KnowledgeFormat, knowledgeFormats } from '@lexichord/abstractions';

import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { knownImportFormats } from '../command-line/known-names.js';
import { flagOption, listArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { readKnowledgeFiles } from '../knowledge/read-knowledge-files.js';
import { hasFullKnowledge, requireKnowledge } from '../knowledge/require-knowledge.js';
import { printImportReport } from '../output/print-import-report.js';
import { printJson } from '../output/print-json.js';
import { showImportProgress } from '../output/show-import-progress.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge import`: exit code 1 when nothing was stored, or there was nothing to store. */
export const runKnowledgeImport: CommandRun = (invocation, io) => {
  const names = listArgument(invocation, 0);
  const strict = flagOption(invocation, 'strict');
  const format = readFormat(invocation);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'import');
    const files = await readKnowledgeFiles(names, { io, runtime, format });
    const importer = runtime.resolve(IKnowledgeImporter);
    const found = await showImportProgress(io, (onProgress) =>
      importer.importFiles(files, { strict, onProgress, signal }),
    );
    const report = hasFullKnowledge(runtime) ? found : { ...found, violations: [] };
    if (globals.json) printJson(report, io);
    else printImportReport(report, io);
    return isFruitful(report) ? ExitCode.done : ExitCode.failed;
  });
};

/** `yaml` and `json` are lists of facts: that is what this format is called elsewhere. */
function readFormat(invocation: Invocation): KnowledgeFormat | undefined {
  const format = textOption(invocation, 'format');
  if (format === undefined) return undefined;
  if (format === 'yaml' || format === 'json') return 'facts';
  const known = knowledgeFormats.find((one) => one === format);
  if (known !== undefined) return known;
  throw usageError(`--format is ${JSON.stringify(format)}; it may be ${knownImportFormats.join(', ')}.`, {
    option: '--format',
    value: format,
  });
}

function isFruitful({ changes, documents }: ImportReport): boolean {
  return (
    changes !== undefined &&
    documents.some(({ entities, relationships, axioms }) => entities + relationships + axioms > 0)
  );
}
