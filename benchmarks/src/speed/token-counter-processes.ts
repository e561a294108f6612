import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, type TableRow } from './interleaved-timing.js';

const tokenizers = ['ours', 'gpt-tokenizer', 'ai-tokenizer', 'tiktoken wasm', 'js-tiktoken'] as const;
interface Measurement {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/**
 * First count, and counting all files, each in a fresh Node process with loading included; the processes of the
 * tokenizers take turns. Ratios are to js-tiktoken (first count) and gpt-tokenizer (files), as the targets name them.
 *
 * @param rounds processes of each tokenizer
 */
export function measureFreshProcesses(paths: readonly string[], rounds: number): TableRow[] {
  const first = measureAll([], rounds);
  const many = measureAll(paths, rounds);
  const baseline = { first: first('js-tiktoken').milliseconds, many: many('gpt-tokenizer').milliseconds };
  return tokenizers.map((name) => ({
    tokenizer: name,
    'first count, ms': first(name).milliseconds.toFixed(0),
    'x js-tiktoken': (baseline.first / first(name).milliseconds).toFixed(1),
    'memory, MB': first(name).megabytes.toFixed(0),
    [`${paths.length} files, ms`]: many(name).milliseconds.toFixed(0),
    'x gpt-tokenizer': (baseline.many / many(name).milliseconds).toFixed(1),
  }));
}

function measureAll(paths: readonly string[], rounds: number): (name: string) => Measurement {
  const measured = new Map<string, Measurement[]>(tokenizers.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of tokenizers) measured.get(name)?.push(measureOnce(name, paths));
  }
  return (name) => ({
    milliseconds: median((measured.get(name) ?? []).map(({ milliseconds }) => milliseconds)),
    megabytes: median((measured.get(name) ?? []).map(({ megabytes }) => megabytes)),
  });
}

function measureOnce(name: string, paths: readonly string[]): Measurement {
  const child = fileURLToPath(new URL('token-counter-child.js', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [child, name], { input: paths.join('\n'), encoding: 'utf8' }),
  ) as Measurement;
}
