import type { ITokenCounter, TextToken } from '@lexichord/abstractions';
import { escapeCharacter } from '@lexichord/platform/internal';
import { toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { formatCount } from '../output/numbers.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { readInput } from '../session/read-input.js';
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
  const workspaceRoot = findSettingsFolder(globals, io);
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
  throw usageError('No text to count. Give a text with --text or a file with --file; - is standard input.');
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

/** Tokens shown; `--json` has them all. */
const maxShown = 2_000;

/** A token's text; bytes such as `\xe2\x98` for a token that holds part of a character. */
function decodeToken({ bytes }: TextToken): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Tokens often hold a part of a character, so the bytes are printed.
    return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  }
}

/**
 * Tokens in a row, separated by bars, in alternating colours. Spaces are dots, tabs arrows, and a line continues below
 * its `↵`.
 */
function showTokens(tokens: readonly TextToken[], colors: Colors): string {
  const shown = tokens.slice(0, maxShown).map((token, index) => {
    const text = toVisibleText(decodeToken(token));
    return (index % 2 === 0 ? colors.cyan : colors.yellow)(text);
  });
  const rest = tokens.length - shown.length;
  const more = rest > 0 ? `\n… and ${formatCount(rest)} more; --json lists all.` : '';
  return `${shown.join(colors.dim('│'))}${more}`;
}

function toVisibleText(text: string): string {
  // A character without width, such as a joiner, would look like an empty token.
  const seen = text.replaceAll('\r', '␍').replaceAll(/\p{Cf}/gu, escapeCharacter);
  return toTerminalText(seen).replaceAll(' ', '·').replaceAll('\t', '→').replaceAll('\n', '↵\n');
}
