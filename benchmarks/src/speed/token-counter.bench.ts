import { performance } from 'node:perf_hooks';
import { BpeTokenCounter } from '@lexichord/platform';
import { Tokenizer } from 'ai-tokenizer';
import * as aiEncoding from 'ai-tokenizer/encoding/o200k_base';
import { clearMergeCache, countTokens as countByGptTokenizer } from 'gpt-tokenizer/encoding/o200k_base';
import { getEncoding } from 'js-tiktoken';
import { get_encoding as getWasmEncoding } from 'tiktoken';
import { type BoundedRow, overBound, printRows, summary } from './bounded-row.js';
import { type Contender, medianTimes, printTable, type TableRow } from './interleaved-timing.js';
import { measureFreshProcesses } from './token-counter-processes.js';
import { collectSourceFiles, generatedTexts, hardTexts, mixedTexts } from './token-counter-texts.js';

const encoding = 'o200k_base';
const baseline = 'tiktoken wasm';
const rounds = 5;
/** Texts that js-tiktoken is given; on one of Chinese it takes minutes. */
const bearable = /^mixed 10+ KB/;

/**
 * Counting tokens beside other tokenizers: o200k_base, the same texts, in one process, turn by turn.
 *
 * - ours cold: a new counter for each count; the vocabulary is loaded
 * - ours warm: a counter that knows the pieces of the text but not the text (it has another number at its end)
 * - ours again: a text that was counted before, by its hash
 * - gpt-tokenizer cold: with its cache cleared; the others' caches cannot be, and are warm
 *
 * @returns names of the rows over their bounds
 */
export async function benchmarkTokenCounter(print: (line: string) => void): Promise<readonly string[]> {
  const files = await collectSourceFiles(500);
  const mixed = mixedTexts(files);
  const megabyte = mixed['mixed 1 MB'] ?? '';
  printTable(print, 'Counting tokens: times as fast as tiktoken (wasm)', speedRows({ ...mixed, ...generatedTexts() }));
  const bounded = [...hardRows(megabyte), ...editRows(megabyte)];
  print('\nHard texts counted by a new counter, and edits, milliseconds');
  printRows(bounded, print);
  printTable(print, 'Fresh processes, loading included', measureFreshProcesses(files.map(({ path }) => path)));
  return overBound(bounded);
}

function contenders(): Readonly<Record<string, Contender>> {
  const wasm = getWasmEncoding(encoding);
  const jsTiktoken = getEncoding(encoding);
  const aiTokenizer = new Tokenizer(aiEncoding);
  const ordinary = { disallowedSpecial: new Set<string>() };
  const warm = new BpeTokenCounter({ encoding });
  let counted = 0;
  return {
    [baseline]: (text) => wasm.encode_ordinary(text).length,
    'ours cold': (text) => new BpeTokenCounter({ encoding }).countTokens(text),
    'ours warm': (text) => warm.countTokens(`${text} ${counted++}`),
    'ours again': (text) => warm.countTokens(text),
    'gpt-tokenizer cold': (text) => {
      clearMergeCache();
      return countByGptTokenizer(text, ordinary);
    },
    'gpt-tokenizer': (text) => countByGptTokenizer(text, ordinary),
    'ai-tokenizer': (text) => aiTokenizer.count(text),
    'js-tiktoken': (text) => jsTiktoken.encode(text, [], []).length,
  };
}

function speedRows(texts: Readonly<Record<string, string>>): TableRow[] {
  const { 'js-tiktoken': jsTiktoken, ...fast } = contenders();
  return Object.entries(texts).map(([name, text]) => {
    const all = jsTiktoken && bearable.test(name) ? { ...fast, 'js-tiktoken': jsTiktoken } : fast;
    const times = medianTimes(all, text, rounds);
    const base = times[baseline] ?? Number.NaN;
    const megabytes = Buffer.byteLength(text) / 1e6;
    const ratios = Object.entries(times)
      .filter(([contender]) => contender !== baseline)
      .map(([contender, time]): [string, string] => [contender, (base / time).toFixed(1)]);
    return { text: name, 'wasm, MB/s': ((megabytes / base) * 1e3).toFixed(1), ...Object.fromEntries(ratios) };
  });
}

function hardRows(mixed: string): readonly BoundedRow[] {
  return Object.entries(hardTexts(mixed)).map(([name, text]) => ({
    name,
    ...summary(timesOf(5, () => new BpeTokenCounter({ encoding }).countTokens(text))),
    target: 100,
    bound: 250,
  }));
}

function editRows(text: string): readonly BoundedRow[] {
  const index = new BpeTokenCounter({ encoding }).indexText(text);
  const middle = text.indexOf('\n', text.length / 2) + 1;
  let edit = 0;
  const edits = timesOf(101, () => index.replaceRange(middle, middle + 8, `edit ${(edit += 1)}`));
  return [{ name: 'one line edited in 1 MB, with the new total', ...summary(edits), target: 1, bound: 10 }];
}

/** Milliseconds, shortest first. */
function timesOf(runs: number, work: () => unknown): readonly number[] {
  return Array.from({ length: runs }, () => timeOf(work)).toSorted((left, right) => left - right);
}

function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
