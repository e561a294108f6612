import { posix, resolve } from 'node:path';

import {
  type AxiomCheckReport,
  type CallOptions,
  ErrorCode,
  IAxiomChecker,
  IGraphRepository,
  type ILexichordRuntime,
  LexichordError,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { optionalArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { insideWorkspace } from '../knowledge/list-knowledge-files.js';
import { emptyGraphNote, isEmptyGraph, requireFullKnowledge } from '../knowledge/require-knowledge.js';
import { printJson } from '../output/print-json.js';
import { violationList, violationSummary } from '../output/rule-lists.js';
import { screenDocuments } from '../output/screen-output.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge check`: exit code 1 when a rule of severity `error` is broken. */
export const runKnowledgeCheck: CommandRun = (invocation, io) => {
  const document = optionalArgument(invocation, 0);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireFullKnowledge(runtime, 'check');
    const found =
      document === undefined
        ? await runtime.resolve(IAxiomChecker).check({ signal })
        : await checkDocument(document, runtime, io);
    const report = await screenDocuments(found, { runtime, signal });
    if (globals.json) printJson(report, io);
    else io.stdout.write(`${await reportText(report, runtime, io)}\n`);
    const isBroken = report.violations.some(({ severity }) => severity === 'error');
    return isBroken ? ExitCode.failed : ExitCode.done;
  });
};

/**
 * Finds the document by its path relative to the workspace root, else relative to the current folder.
 */
async function checkDocument(name: string, runtime: ILexichordRuntime, io: CommandIo): Promise<AxiomCheckReport> {
  const { signal, workingDirectory } = io;
  const nearer = insideWorkspace(resolve(workingDirectory, name), runtime);
  const candidates = [posix.normalize(name), nearer].filter((path) => path !== undefined);
  for (const documentPath of new Set(candidates)) {
    const report = await runtime.resolve(IAxiomChecker).check({ documentPath, signal });
    if (report.checkedEntities > 0) return report;
  }
  throw new LexichordError(
    ErrorCode.notFound,
    `No entity was imported from ${JSON.stringify(name)}. Import it with "lexichord knowledge import", or check all facts without a document.`,
    { details: { document: name } },
  );
}

async function reportText(report: AxiomCheckReport, runtime: ILexichordRuntime, io: CommandIo): Promise<string> {
  if (report.checkedEntities === 0 && (await isGraphEmpty(runtime, { signal: io.signal }))) return emptyGraphNote;
  const layout = layoutFor(io);
  return [violationList(report.violations, layout), violationSummary(report, layout)]
    .filter((text) => text !== '')
    .join('\n\n');
}

async function isGraphEmpty(runtime: ILexichordRuntime, { signal }: CallOptions): Promise<boolean> {
  return isEmptyGraph(await runtime.resolve(IGraphRepository).count({ signal }));
}
