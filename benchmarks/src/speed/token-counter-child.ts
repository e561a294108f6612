import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * Runs in a process of its own: loads one tokenizer, counts the files whose paths stand in standard input (none: one
 * short text) and prints `{ milliseconds, megabytes }` of time and resident memory that loading and counting took.
 *
 *   node token-counter-child.js <name of the tokenizer>
 */
const loaders: Readonly<Record<string, () => Promise<(text: string) => number>>> = {
  ours: async () => {
    const { BpeTokenCounter } = await import('@lexichord/tokenizer');
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    return (text) => counter.countTokens(text);
  },
  'js-tiktoken': async () => {
    const { Tiktoken } = await import('js-tiktoken/lite');
    const { default: ranks } = await import('js-tiktoken/ranks/o200k_base');
    const encoder = new Tiktoken(ranks);
    return (text) => encoder.encode(text, [], []).length;
  },
  'gpt-tokenizer': async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    const ordinary = { disallowedSpecial: new Set<string>() };
    return (text) => countTokens(text, ordinary);
  },
  'ai-tokenizer': async () => {
    const { Tokenizer } = await import('ai-tokenizer');
    const tokenizer = new Tokenizer(await import('ai-tokenizer/encoding/o200k_base'));
    return (text) => tokenizer.count(text);
  },
  'tiktoken wasm': async () => {
    const { get_encoding: getEncoding } = await import('tiktoken');
    const encoder = getEncoding('o200k_base');
    return (text) => encoder.encode_ordinary(text).length;
  },
};

const paths = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const memoryBefore = process.memoryUsage.rss();
const started = performance.now();
const count = await loaders[process.argv[2] ?? '']?.();
if (paths.length === 0) count?.('The first text that this process counts.');
for (const path of paths) count?.(readFileSync(path, 'utf8'));
const milliseconds = performance.now() - started;
const megabytes = (process.memoryUsage.rss() - memoryBefore) / 1e6;
process.stdout.write(JSON.stringify({ milliseconds, megabytes }));
