import { type Axiom, IAxiomStore } from '@lexichord/abstractions';
import { describeAxiom } from '@lexichord/runtime';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { listOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireFullKnowledge } from '../knowledge/require-knowledge.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { axiomList } from '../output/rule-lists.js';
import { screenDocuments } from '../output/screen-output.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge axioms`. */
export const runKnowledgeAxioms: CommandRun = (invocation, io) => {
  const types = listOption(invocation, 'type', '--type');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireFullKnowledge(runtime, 'axioms');
    const all = await runtime.resolve(IAxiomStore).listAxioms({ signal });
    const bound = types.length === 0 ? all : all.filter(({ targetType }) => [...types, '*'].includes(targetType));
    const { axioms, asked } = await screenDocuments({ axioms: bound, asked: types }, { runtime, signal });
    if (globals.json) printJson({ axioms: axioms.map((one) => ({ ...one, rule: describeAxiom(one) })) }, io);
    else printAxioms(axioms, { io, types: asked });
    return ExitCode.done;
  });
};

function printAxioms(
  axioms: readonly Axiom[],
  { io, types }: { readonly io: CommandIo; readonly types: readonly string[] },
): void {
  if (axioms.length === 0) {
    const which = types.length === 0 ? 'There are no rules' : `No rule applies to ${types.join(', ')}`;
    io.stdout.write(`${which}. Import a file with a list "axioms"; see "lexichord knowledge import --help".\n`);
    return;
  }
  io.stdout.write(`${axiomList(axioms, layoutFor(io))}\n\n${countOf(axioms.length, 'rule')}\n`);
}
