import type { ITokenCounter, TextToken } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { formatCount } from '../output/numbers.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { decodeToken, showTokens } from '../output/show-tokens.js';
import { colorsFor } from '../output/colors.js';
import { readInput } from '../session/read-input.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { withRuntime } from '../session/with-runtime.js';

/** One count of a text. */
interface Measurement {
  readonly counter: ITokenCounter;
  readonly count: number;
  readonly tokens: readonly TextToken[];
  readonly cache: 'miss' | 'off';
  readonly durationMs: number;
}

/** `lexichord debug tokenize` (T-016, troubleshooting 5). */
export const runDebugTokenize: CommandRun = async (invocation, io) => {
  const text = await readText(invocation, io);
  const { globals } = invocation;
  const workspaceRoot = await findSettingsFolder(globals, io);
  return withRuntime({ globals, io, workspaceRoot }, ({ runtime, settings }) => {
    const cache = settings.configuration.values.context.tokenizer.cacheEnabled ? 'miss' : 'off';
    const measurement = measure(text, runtime.tokenCounter, cache);
    if (globals.json) printJson(toJson(measurement), io);
    else printMeasurement(measurement, io);
    return Promise.resolve(ExitCode.done);
  });
};

async function readText(invocation: Invocation, io: CommandIo): Promise<string> {
  const text = textOption(invocation, 'text');
  const file = textOption(invocation, 'file');
  if (text !== undefined && file !== undefined) throw usageError('Give either --text or --file, not both.');
  if (text !== undefined) return text;
  if (file !== undefined) return readInput(file, io);
  throw usageError('There is nothing to count. Give it with --text, or name a file with --file; - is standard input.');
}

/** Every process starts with an empty cache, so its first count is a miss, or bypasses a cache that is off. */
function measure(text: string, counter: ITokenCounter, cache: 'miss' | 'off'): Measurement {
  const start = performance.now();
  const count = counter.countTokens(text);
  const durationMs = performance.now() - start;
  return { counter, count, tokens: counter.tokenize(text), cache, durationMs };
}

function toJson({ counter, count, tokens, cache, durationMs }: Measurement): object {
  return {
    count,
    encoding: counter.encoding,
    isEstimate: counter.isEstimate,
    cache,
    durationMs: Math.round(durationMs * 1000) / 1000,
    tokens: tokens.map((token) => ({ id: token.id, text: decodeToken(token), bytes: [...token.bytes] })),
  };
}

function printMeasurement({ counter, count, tokens, cache, durationMs }: Measurement, io: CommandIo): void {
  const exactness = counter.isEstimate
    ? `estimate: ${formatCount(tokens.length)} scaled by the safety factor`
    : 'exact';
  printFacts(
    [
      ['Tokens', formatCount(count)],
      ['Tokenizer', `${counter.encoding} (${exactness})`],
      ['Cache', cache],
      ['Time', durationMs < 10 ? `${durationMs.toFixed(1)} ms` : `${formatCount(durationMs)} ms`],
    ],
    io,
  );
  if (tokens.length > 0) io.stdout.write(`\n${showTokens(tokens, colorsFor(io.stdout, io.environment))}\n`);
}
