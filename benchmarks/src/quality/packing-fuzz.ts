import {
  type ContextSource,
  IContextPacker,
  IGitHistory,
  type ILexichordRuntime,
  type PackOptions,
  type PackTemplate,
  type PackedContext,
  type PackingBudget,
  packProfiles,
  packTemplates,
  sourceTypes,
} from '@lexichord/abstractions';

import { type Random, pick, shuffled, wholeNumber } from '../seeded-random.js';
import { type Fuzz, type FuzzRuntimes, meanPercent } from './fuzz-runtimes.js';

/** Promises of the packer, each with the number of cases that break it; and how the cases went. */
interface FoundInPacks {
  /** The text counts to more than the budget allows. */
  overBudget: number;
  /** The text does not count to what is said. */
  miscounted: number;
  /** The same sources in another order give another text. */
  unstable: number;
  /** A chunk is lost, or is there twice. */
  misplaced: number;
  /** Cases with a text. */
  packed: number;
  /** Share of the budget that was used, of each case in which it was too small. */
  readonly uses: number[];
}

const paths = ['notes.txt', 'guide.md', 'src/code.ts', 'src/deep/code.py', 'data.json', 'odd `name`.txt', '日本.md'];
const pieces = [
  ...['word', 'other', ' ', ' ', '\n', '\n', '\n\n', '## ', '```', '````', '日本語', '👩‍👩‍👧‍👦', '\r\n', '\r', '/', "'s"],
  ...[
    'aaaaaaaa',
    '     ',
    '\u0085',
    '\u2028',
    '<|endoftext|>',
    '12345',
    '{{context}}',
    ']]>',
    '</file>',
    '"\\',
    '\ud800',
  ],
  ...['function f() {\n', '}\n', 'def g():\n    return 1\n', '// note\n', 'const key = "value";\n'],
] as const;
const ownTemplates: readonly PackTemplate[] = [
  { text: '{{task}}\n\n{{context}}\n' },
  {
    text: '<all>{{#files}}[{{path}}]{{#ranges}}{{startLine}}-{{endLine}}\n{{content}}{{gap}}{{/ranges}}{{/files}}</all>',
  },
];

/**
 * Packs random sources into random budgets, with every template, in every encoding; each case once more with its
 * sources in another order; and counts, with a counter of its own, what comes out.
 */
export const packingFuzz: Fuzz<FoundInPacks> = {
  name: 'Packing within the budget (AC-061)',
  seed: 20_262,
  options: {
    register: (container) => {
      // There is no repository; looking for one takes longer than a pack.
      container.register(IGitHistory, { useValue: { recentChanges: () => Promise.resolve(undefined) } });
    },
  },
  nothingFound: () => ({ overBudget: 0, miscounted: 0, unstable: 0, misplaced: 0, packed: 0, uses: [] }),
  tryCase: packRandomSources,
  describe: ({ overBudget, miscounted, unstable, misplaced, packed, uses }) =>
    `, of which ${packed} with a text; over budget: ${overBudget}; miscounted: ${miscounted}; other text for another ` +
    `order: ${unstable}; with a chunk lost or twice: ${misplaced}; mean use of budgets that were too small: ` +
    meanPercent(uses),
  isBroken: ({ overBudget, miscounted, unstable, misplaced }) => overBudget + miscounted + unstable + misplaced > 0,
};

async function packRandomSources({ runtime, judge, random }: FuzzRuntimes, found: FoundInPacks): Promise<void> {
  const packer = runtime.resolve(IContextPacker);
  const sources = randomSources(runtime, random);
  const [budget, options] = [randomBudget(random), randomOptions(random)];
  const one = await packer.pack(sources, budget, options);
  const other = await packer.pack(shuffled(random, sources), budget, options);
  const tokens = judge.tokenCounter.countTokens(one.content);
  if (tokens > one.availableTokens || one.availableTokens > budget.totalTokens) found.overBudget += 1;
  if (tokens !== one.totalTokens) found.miscounted += 1;
  if (one.content !== other.content) found.unstable += 1;
  if (!namesEachChunkOnce(one)) found.misplaced += 1;
  if (one.content !== '') found.packed += 1;
  if (one.excludedChunks.some(({ reason }) => reason === 'budget-exceeded') && one.availableTokens > 0) {
    found.uses.push(tokens / one.availableTokens);
  }
}

/** Ranks go from 1 to the number of chunks: none is missing, none is there twice. */
function namesEachChunkOnce({ includedChunks, excludedChunks, stats }: PackedContext): boolean {
  const ranks = [...includedChunks, ...excludedChunks].map(({ rank }) => rank).toSorted((one, other) => one - other);
  return ranks.length === stats.chunks && ranks.every((rank, index) => rank === index + 1);
}

/** Sources of all kinds from files that an editor holds: whole, lines of them, again, and some that are wrong. */
function randomSources(runtime: ILexichordRuntime, random: Random): readonly ContextSource[] {
  const texts = paths.map((path) => {
    const text = randomText(random);
    runtime.editor.setUnsavedContent(path, text);
    return { path, text };
  });
  return Array.from({ length: wholeNumber(random, 0, 14) }, (): ContextSource => {
    const { path, text } = texts[wholeNumber(random, 0, texts.length)] ?? { path: 'notes.txt', text: '' };
    const worth = {
      relevanceScore: random() < 0.6 ? Math.floor(random() * 5) / 4 : undefined,
      timestampMs: random() < 0.3 ? Date.UTC(2026, wholeNumber(random, 0, 12)) : undefined,
    };
    const sourceType = pick(random, sourceTypes);
    if (random() < 0.1) {
      return { ...worth, sourceType: 'tool-result', filePath: `tool:${wholeNumber(random, 0, 3)}`, content: text };
    }
    if (random() < 0.05) return { ...worth, sourceType, filePath: path, content: `${text}not in the file` };
    if (random() < 0.5) return { ...worth, sourceType, filePath: path, content: text };
    return { ...worth, sourceType, filePath: path, ...randomLines(text, random) };
  });
}

/** Lines as the editor counts them: after CR, LF or CR LF. */
function randomLines(text: string, random: Random): Pick<ContextSource, 'content' | 'lineRange'> {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/gu) ?? [''];
  const startLine = wholeNumber(random, 1, lines.length + 1);
  const endLine = wholeNumber(random, startLine, lines.length + 1);
  return { content: lines.slice(startLine - 1, endLine).join(''), lineRange: { startLine, endLine } };
}

function randomText(random: Random): string {
  const length = Math.floor(random() ** 3 * 600);
  return Array.from({ length }, () => pick(random, pieces)).join('');
}

/** Small budgets more often than large ones, some with reserves, some with a limit for a kind of source. */
function randomBudget(random: Random): PackingBudget {
  const totalTokens = Math.floor(random() ** 2 * 900);
  const reserve = (): number => (random() < 0.3 ? Math.floor(random() * 60) : 0);
  return {
    totalTokens,
    responseReserve: reserve(),
    systemReserve: reserve(),
    systemMessage: random() < 0.1 ? randomText(random).slice(0, 60) : undefined,
    categoryBudgets: random() < 0.2 ? { [pick(random, sourceTypes)]: Math.floor(random() * totalTokens) } : undefined,
  };
}

function randomOptions(random: Random): PackOptions {
  const templates = [...packTemplates, ...ownTemplates];
  return {
    task: Array.from({ length: wholeNumber(random, 0, 6) }, () => pick(random, pieces)).join(' '),
    template: templates[wholeNumber(random, 0, templates.length)],
    profile: random() < 0.3 ? pick(random, packProfiles) : undefined,
  };
}
