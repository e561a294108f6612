import { Tokenizer } from 'ai-tokenizer';
import * as aiEncoding from 'ai-tokenizer/encoding/o200k_base';
import { clearMergeCache, countTokens as countByGptTokenizer } from 'gpt-tokenizer/encoding/o200k_base';
import { getEncoding } from 'js-tiktoken';
import { get_encoding as getWasmEncoding } from 'tiktoken';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { BenchmarkResult, RunSettings, Sizes } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';
import { type Contender, type Rounds, medianTimes, printTable, type TableRow } from './interleaved-timing.js';
import { measureFreshProcesses } from './token-counter-processes.js';
import {
  type SourceFileQuery,
  type TextPart,
  collectSourceFiles,
  generatedTexts,
  hardTexts,
  mixedTexts,
} from './token-counter-texts.js';

const encoding = 'o200k_base';
const baseline = 'tiktoken wasm';
/** UTF-16 units of hard texts that tiktoken counts, too; with longer ones it takes minutes. */
const comparedLength = 2_000;
/** Texts that js-tiktoken is given; on one of Chinese it takes minutes. */
const bearable = /^mixed 10+ KB/;

interface TextSizes {
  readonly files: SourceFileQuery;
  /** Parts of the files' text; the last one is edited, too. */
  readonly parts: readonly TextPart[];
  /** UTF-16 units of each generated text, and of each hard one. */
  readonly generatedLength: number;
  readonly hardLength: number;
  /** Rounds of one process. */
  readonly rounds: Rounds;
  /** Processes of each tokenizer. */
  readonly processes: number;
}

const sizes: Sizes<TextSizes> = {
  full: {
    files: { folders: ['packages', 'node_modules'], count: 500 },
    parts: [
      { name: 'mixed 10 KB', start: 200_000, length: 10_240 },
      { name: 'mixed 100 KB', start: 300_000, length: 102_400 },
      { name: 'mixed 1 MB', start: 500_000, length: 2 ** 20 },
    ],
    ...{ generatedLength: 60_000, hardLength: 100_000, processes: 5 },
    rounds: { warmUp: 2, runs: 5, minCharacters: 300_000 },
  },
  smoke: {
    files: { folders: ['packages'], count: 20 },
    parts: [
      { name: 'mixed 10 KB', start: 0, length: 10_240 },
      { name: 'mixed 60 KB', start: 10_240, length: 61_440 },
    ],
    ...{ generatedLength: 2_000, hardLength: 2_000, processes: 1 },
    rounds: { warmUp: 1, runs: 1, minCharacters: 1 },
  },
};

/**
 * Counting tokens beside other tokenizers: o200k_base, the same texts, in one process, turn by turn.
 *
 * - ours cold: a new counter for each count; the vocabulary is loaded
 * - ours warm: a counter that knows the pieces of the text but not the text (it has another number at its end)
 * - ours again: a text that was counted before, by its hash
 * - gpt-tokenizer cold: with its cache cleared; the others' caches cannot be, and are warm
 *
 * Our counts have to be those of tiktoken.
 */
export async function benchmarkTokenCounter(settings: RunSettings): Promise<BenchmarkResult> {
  const { print } = settings;
  const { files: query, parts, generatedLength, hardLength, rounds, processes } = settings.sizeOf(sizes);
  const files = await collectSourceFiles(query);
  const texts = { ...mixedTexts(files, parts), ...generatedTexts(generatedLength) };
  const longest = texts[parts.at(-1)?.name ?? ''] ?? '';
  const all = contenders();
  printTable(print, 'Counting tokens: times as fast as tiktoken (wasm)', speedRows(texts, all, rounds));
  const bounded = [
    ...(await hardRows(hardTexts(longest, hardLength), settings)),
    ...(await editRows(longest, settings)),
  ];
  print('\nHard texts counted by a new counter, and edits, milliseconds');
  printRows(bounded, settings);
  const paths = files.map(({ path }) => path);
  printTable(print, 'Fresh processes, loading included', measureFreshProcesses(paths, processes));
  const { overBound, errors = [] } = judgeRows(bounded);
  return { overBound, errors: [...errors, ...miscounted({ ...texts, ...hardTexts(longest, comparedLength) }, all)] };
}

/** Texts in which a new counter of ours finds more or fewer tokens than tiktoken. */
function miscounted(texts: Readonly<Record<string, string>>, all: Contenders): readonly string[] {
  const { [baseline]: tiktoken, 'ours cold': ours } = all;
  return Object.entries(texts)
    .filter(([, text]) => text === '' || ours?.(text) !== tiktoken?.(text))
    .map(([name]) => `other tokens than tiktoken's: ${name}`);
}

type Contenders = Readonly<Record<string, Contender>>;

function contenders(): Contenders {
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

function speedRows(texts: Readonly<Record<string, string>>, contenders: Contenders, rounds: Rounds): TableRow[] {
  const { 'js-tiktoken': jsTiktoken, ...fast } = contenders;
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

async function hardRows(
  texts: Readonly<Record<string, string>>,
  { repetition }: RunSettings,
): Promise<readonly BoundedRow[]> {
  const rows: BoundedRow[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const count = (): number => new BpeTokenCounter({ encoding }).countTokens(text);
    const times = await timeRuns(count, repetition({ warmUp: 0, runs: 5 }));
    rows.push({ name, ...summary(times), target: 100, bound: 250 });
  }
  return rows;
}

async function editRows(text: string, { repetition }: RunSettings): Promise<readonly BoundedRow[]> {
  const index = new BpeTokenCounter({ encoding }).indexText(text);
  const middle = text.indexOf('\n', text.length / 2) + 1;
  let edit = 0;
  const edits = await timeRuns(
    () => index.replaceRange(middle, middle + 8, `edit ${(edit += 1)}`),
    repetition({ warmUp: 0, runs: 101 }),
  );
  return [{ name: 'one line edited in 1 MB, with the new total', ...summary(edits), target: 1, bound: 10 }];
}
