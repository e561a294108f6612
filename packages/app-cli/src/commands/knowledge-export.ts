import {
  IGraphRepository,
  IKnowledgeExporter,
  type KnowledgeExportFormat,
  knowledgeExportFormats,
} from '@lexichord/abstractions';
import { toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { countOption, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { emptyGraphNote, isEmptyGraph, requireKnowledge } from '../knowledge/require-knowledge.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { withRuntime } from '../session/with-runtime.js';

const maxDepth = 10;
const maxPictureSize = 2_000;

/** `lexichord knowledge export`. */
export const runKnowledgeExport: CommandRun = (invocation, io) => {
  const format = readFormat(invocation);
  const around = textOption(invocation, 'around');
  const depth = countOption(invocation, 'depth', { flag: '--depth', max: maxDepth });
  const limit = countOption(invocation, 'limit', { flag: '--limit', max: maxPictureSize });
  if (depth !== undefined && around === undefined) {
    throw usageError('--depth needs an entity. Name one with --around.', { option: '--depth' });
  }
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'export');
    const exported = await runtime.resolve(IKnowledgeExporter).export({ format, around, depth, limit, signal });
    if (globals.json) {
      printJson({ format, ...exported }, io);
      return ExitCode.done;
    }
    io.stdout.write(io.stdout.isTTY === true ? toTerminalText(exported.content) : exported.content);
    if (exported.isCut) {
      printWarnings(['The diagram is incomplete. Raise --limit, or select an entity with --around.'], io);
    }
    if (isEmptyGraph(await runtime.resolve(IGraphRepository).count({ signal }))) printWarnings([emptyGraphNote], io);
    return ExitCode.done;
  });
};

function readFormat(invocation: Invocation): KnowledgeExportFormat {
  const format = textOption(invocation, 'format') ?? 'yaml';
  const exportFormat = knowledgeExportFormats.find((one) => one === format);
  if (exportFormat !== undefined) return exportFormat;
  throw usageError(`--format is ${JSON.stringify(format)}; it must be one of ${knowledgeExportFormats.join(', ')}.`, {
    option: '--format',
    value: format,
  });
}
