import {
  type CompressionLevel,
  type ConversationMessage,
  type ExpandedContext,
  IContextExpander,
  type ILexichordRuntime,
} from '@lexichord/abstractions';
import { distinctSecrets } from '@lexichord/secrets/internal';
import { toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName, requiredLevelOption } from '../memory/level-option.js';
import { requireMemory } from '../memory/require-memory.js';
import { countOf } from '../output/numbers.js';
import { RawJson, printJson } from '../output/print-json.js';
import { printSecrets } from '../output/secret-list.js';
import { colorsFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** A requested expansion. */
interface Expansion {
  readonly segmentId: string;
  readonly from: CompressionLevel;
  readonly to: CompressionLevel;
  readonly cascade: boolean;
}

/** `lexichord memory expand`. */
export const runMemoryExpand: CommandRun = (invocation, io) => {
  const expansion = {
    segmentId: requiredArgument(invocation, 0),
    from: requiredLevelOption(invocation, 'from'),
    to: requiredLevelOption(invocation, 'to'),
    cascade: flagOption(invocation, 'cascade'),
  };
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'expand');
    const steps = await expand(expansion, runtime, io);
    if (globals.json) printJson({ steps: steps.map(toJson) }, io);
    else printSteps(steps, io);
    if (!globals.json) printSecrets(distinctSecrets(steps.flatMap(({ secrets }) => secrets)), io);
    return ExitCode.done;
  });
};

async function expand(
  { segmentId, from, to, cascade }: Expansion,
  runtime: ILexichordRuntime,
  { signal }: CommandIo,
): Promise<readonly ExpandedContext[]> {
  const expander = runtime.resolve(IContextExpander);
  if (cascade) return expander.cascadeExpand(segmentId, from, to, { signal });
  return [await expander.expand(segmentId, from, to, { signal })];
}

function toJson({
  segmentId,
  level,
  content,
  tokenCount,
  isFullTranscript,
  messages,
  secrets,
}: ExpandedContext): object {
  const originals = messages?.map((message) => originalMessage(message));
  return { segmentId, level: levelName(level), content, tokenCount, isFullTranscript, messages: originals, secrets };
}

/** Prints the text; several levels get a heading line each. */
function printSteps(steps: readonly ExpandedContext[], io: CommandIo): void {
  const { bold, dim } = colorsFor(io.stdout, io.environment);
  const texts = steps.map(({ segmentId, level, content, tokenCount }) => {
    const shown = io.stdout.isTTY === true ? toTerminalText(content) : content;
    if (steps.length === 1) return shown;
    return `${bold(`${segmentId} ${levelName(level)}`)}  ${dim(countOf(tokenCount, 'token'))}\n${shown}`;
  });
  io.stdout.write(`${texts.join('\n\n')}\n`);
}

/** A message byte for byte as it was given; a missing id is added. */
function originalMessage({ original, ...fields }: ConversationMessage): RawJson | object {
  if (original === undefined) return fields;
  const hasId = Object.hasOwn(JSON.parse(original) as object, 'id');
  return new RawJson(hasId ? original : original.replace('{', `{"id": ${JSON.stringify(fields.id)}, `));
}
