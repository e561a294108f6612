import type { ILexichordRuntime } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';

import { assembleWithinBudget } from '../assembly/assemble-within-budget.js';
import {
  type AssemblyOptions,
  budgetOf,
  readAssemblyOptions,
  requireListedAgent,
} from '../assembly/assembly-options.js';
import { buildRequest } from '../assembly/build-request.js';
import { type PromptTemplate, readTemplate, templateNames } from '../assembly/prompt-template.js';
import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printAssembly } from '../output/print-assembly.js';
import { readInput, requireReadableInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord assemble`. */
export const runAssemble: CommandRun = async (invocation, io) => {
  const options = readAssemblyOptions(invocation, io);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    runtime.license.require('WriterPro', '"lexichord assemble"');
    requireListedAgent(options.agentId, runtime);
    const template = await openTemplate(options, { io, runtime });
    const { request, warnings: requestWarnings } = await buildRequest(options, runtime, { signal });
    const task = { request, budget: budgetOf(options, runtime), template };
    const finished = await assembleWithinBudget(task, runtime, { signal });
    // Without --json, configuration warnings are printed when the workspace is opened.
    const configurationWarnings = globals.json ? runtime.configurationWarnings : [];
    const unscreened = [
      ...configurationWarnings,
      ...templateWarnings(template),
      ...requestWarnings,
      ...finished.assembled.warnings,
    ];
    const warnings = await screenOutput(unscreened, { runtime, signal });
    printAssembly(finished, { io, json: globals.json, warnings });
    return ExitCode.done;
  });
};

/** Runs first, so that a bad template ends the command at once. */
async function openTemplate(
  { template }: AssemblyOptions,
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<PromptTemplate | undefined> {
  if (template === undefined) return undefined;
  const judge = await requireReadableInput(template, io, runtime);
  return readTemplate(await readInput(template, io, { judge }));
}

function templateWarnings(template: PromptTemplate | undefined): readonly string[] {
  if (template === undefined) return [];
  const missing = template.showsContent
    ? []
    : ['The template prints no content of the context. Use {{context}}, or {{content}} in {{#fragments}}.'];
  return [...undefinedNameWarnings(template), ...missing];
}

function undefinedNameWarnings(template: PromptTemplate): readonly string[] {
  if (template.unknownNames.length === 0) return [];
  const unknown = template.unknownNames.map((name) => `"${name}"`).join(', ');
  return [
    `The template has the unknown variables ${unknown}, which stay empty. Available variables: ${templateNames.join(', ')}.`,
  ];
}
