import {
  type AssemblyOptions,
  budgetOf,
  readAssemblyOptions,
  requireKnownAgent,
} from '../assembly/assembly-options.js';
import { assembleWithinBudget } from '../assembly/assemble-within-budget.js';
import { buildRequest } from '../assembly/build-request.js';
import { type PromptTemplate, readTemplate, templateNames } from '../assembly/prompt-template.js';
import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printAssembly } from '../output/print-assembly.js';
import { readInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord assemble`. */
export const runAssemble: CommandRun = async (invocation, io) => {
  const options = readAssemblyOptions(invocation, io);
  const template = await openTemplate(options, io);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    runtime.license.require('WriterPro', '"lexichord assemble"');
    requireKnownAgent(options.agentId, runtime);
    const { request, warnings } = await buildRequest(options, runtime, { signal });
    const task = { request, budget: budgetOf(options, runtime), template };
    const finished = await assembleWithinBudget(task, runtime, { signal });
    const allWarnings = [...templateWarnings(template), ...warnings, ...finished.assembled.warnings];
    printAssembly(finished, { io, json: globals.json, warnings: allWarnings });
    return ExitCode.done;
  });
};

async function openTemplate({ template }: AssemblyOptions, io: CommandIo): Promise<PromptTemplate | undefined> {
  return template === undefined ? undefined : readTemplate(await readInput(template, io));
}

function templateWarnings(template: PromptTemplate | undefined): readonly string[] {
  if (template === undefined || template.unknownNames.length === 0) return [];
  const unknown = template.unknownNames.map((name) => `"${name}"`).join(', ');
  return [`The template names ${unknown}, which stays empty. It may use ${templateNames.join(', ')}.`];
}
