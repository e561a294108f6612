import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallOptions, ContextGatheringRequest, ILexichordRuntime } from '@lexichord/abstractions';

import { assembleWithinBudget } from '../assembly/assemble-within-budget.js';
import { defaultAgentId } from '../assembly/assembly-options.js';
import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { tokensOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printAssembly } from '../output/print-assembly.js';
import { colorsFor } from '../output/text-layout.js';
import { repositoryFolder, sampleDocument, sampleWorkspace } from '../session/package-files.js';
import { withRuntime } from '../session/with-runtime.js';

/** The workspace and document of the demo. */
interface DemoDocument {
  readonly workspaceRoot: string;
  readonly documentPath: string;
}

/** `lexichord demo`. Reads a document of the package, and writes nothing. */
export const runDemo: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  if (globals.workspace !== undefined) {
    throw usageError('The demo uses its own workspace. Leave out --workspace, or use "lexichord assemble" there.');
  }
  const maxTokens = tokensOption(invocation, 'budget', '--budget');
  const { workspaceRoot, documentPath } = await findDemoDocument();
  const { signal } = io;
  return withRuntime({ globals, io, workspaceRoot }, async ({ runtime }) => {
    runtime.license.require('WriterPro', '"lexichord demo"');
    const request = await requestFor(documentPath, runtime, { signal });
    const budget = { maxTokens: maxTokens ?? runtime.defaultBudgetOf(defaultAgentId) };
    const finished = await assembleWithinBudget({ request, budget }, runtime, { signal });
    printAssembly(finished, { io, json: globals.json, warnings: finished.assembled.warnings });
    if (!globals.json) printNextSteps(documentPath, io);
    return ExitCode.done;
  });
};

/** Inside the repository its architecture page or README; in an installed package the sample document. */
async function findDemoDocument(): Promise<DemoDocument> {
  for (const documentPath of ['docs/architecture.md', 'README.md']) {
    const isThere = await isFile(join(repositoryFolder, documentPath));
    // Any folder may have a README; only the repository has this package at this path.
    if (isThere && (await isFile(join(repositoryFolder, 'packages/app-cli/package.json')))) {
      return { workspaceRoot: repositoryFolder, documentPath };
    }
  }
  return { workspaceRoot: sampleWorkspace, documentPath: sampleDocument };
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

/** A request with the first paragraph of the middle section selected. */
async function requestFor(
  documentPath: string,
  { editor, structure }: ILexichordRuntime,
  { signal }: CallOptions,
): Promise<ContextGatheringRequest> {
  const document = await editor.getDocument(documentPath, { signal });
  const { headings, blocks } = await structure.getStructure(document, { signal });
  const heading = headings[Math.floor(headings.length / 2)];
  const paragraph = blocks.find(
    ({ kind, startOffset }) => kind === 'paragraph' && startOffset >= (heading?.endOffset ?? 0),
  );
  if (paragraph === undefined) return { documentPath, cursorPosition: 0, agentId: defaultAgentId };
  const { startOffset, endOffset } = paragraph;
  return {
    documentPath,
    cursorPosition: startOffset,
    selectedText: document.content.slice(startOffset, endOffset),
    agentId: defaultAgentId,
    hints: { selectionRange: { startOffset, endOffset } },
  };
}

function printNextSteps(documentPath: string, io: CommandIo): void {
  const colors = colorsFor(io.stderr, io.environment);
  const steps = [
    ['npx lexichord assemble YOUR-DOCUMENT.md --cursor 40:1', 'the same for your own document'],
    ['npx lexichord assemble YOUR-DOCUMENT.md --budget 1000 --json', 'with a small budget, as JSON'],
    ['npx lexichord strategies list', 'all sources of context with their state'],
  ];
  const lines = steps.map(([command = '', effect = '']) => `  ${command}\n      ${colors.dim(effect)}`);
  io.stderr.write(
    `\nThat was ${documentPath} with a paragraph selected. ${colors.bold('Try next:')}\n${lines.join('\n')}\n`,
  );
}
