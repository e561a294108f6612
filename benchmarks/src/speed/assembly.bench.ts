import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AssembledContext,
  type CustomStrategy,
  ErrorCode,
  type IContextStrategy,
  type ILexichordRuntime,
  ITokenCounter,
  LexichordError,
} from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createRuntime, developmentLicense, type RuntimeOptions } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary, timePreparedRuns, timeRuns } from './bounded-row.js';
import { writeGeneratedStyle } from './generated-style.js';

/** UTF-16 units of the document. */
const documentSize = { full: 1_000_000, smoke: 60_000 };
/** As much of a document as style rules are matched against. */
const styledSize = { full: 100_000, smoke: 10_000 };

/**
 * Speed of the context assembler, one named row for each requirement with a time in it. The pieces are those a host
 * uses: a runtime over a workspace of files.
 */
export async function benchmarkAssembly(settings: RunSettings): Promise<BenchmarkResult> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-benchmark-')));
  try {
    await writeFile(join(folder, 'large.md'), largeDocument(settings.sizeOf(documentSize)));
    await mkdir(join(folder, '.agent'));
    await writeFile(join(folder, '.agent', 'style.yml'), houseRules);
    const rows = [
      await fiveStrategies(folder, 'warm', settings),
      await fiveStrategies(folder, 'edited', settings),
      await styleRules(join(folder, 'styled'), settings),
      await ownShare(folder, settings),
      await sideBySide(folder, settings),
      await hangingStrategy(folder, settings),
    ];
    settings.print('Context assembly, milliseconds');
    printRows(rows, settings);
    return judgeRows(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The five of SBD-072 AC-1. Every other strategy is excluded. */
const measuredStrategies: readonly string[] = ['document', 'selection', 'cursor', 'heading', 'style'];

/** SBD-072 AC-1: five strategies on a document of 1 MB, read before, or with another edit before each assembly. */
async function fiveStrategies(
  folder: string,
  state: 'warm' | 'edited',
  { repetition }: RunSettings,
): Promise<BoundedRow> {
  return withRuntime({ workspaceRoot: folder }, async (runtime) => {
    const content = await runtime.editor.getContent('large.md');
    const cursorPosition = Math.floor(content.length / 2);
    const selectedText = content.slice(cursorPosition + 200, cursorPosition + 700);
    const known = runtime.orchestrator.describeStrategies().map(({ strategyId }) => strategyId);
    const budget = { maxTokens: 8000, excludedStrategies: known.filter((id) => !measuredStrategies.includes(id)) };
    const request = { documentPath: 'large.md', cursorPosition, selectedText, agentId: 'copilot' };
    requireMeasuredStrategies(await runtime.orchestrator.assemble(request, budget));
    let edits = 0;
    const samples = await timeRuns(
      async () => {
        if (state === 'edited') {
          edits += 1;
          const edited = `${content.slice(0, cursorPosition)} edit ${edits} ${content.slice(cursorPosition)}`;
          runtime.editor.setUnsavedContent('large.md', edited);
        }
        await runtime.orchestrator.assemble(request, budget);
      },
      repetition(state === 'warm' ? { warmUp: 20, runs: 200 } : { warmUp: 2, runs: 12 }),
    );
    return state === 'warm'
      ? { name: 'SBD-072 AC-1: five strategies, 1 MB document, warm', ...summary(samples), target: 20, bound: 200 }
      : { name: 'five strategies, 1 MB document, after each edit', ...summary(samples), target: 500, bound: 5000 };
  });
}

/** An assembly that is quick because a strategy gave nothing is no measurement. */
function requireMeasuredStrategies({ fragments, skipped }: AssembledContext): void {
  const given = new Set(fragments.map(({ sourceId }) => sourceId));
  const missing = measuredStrategies.filter((id) => !given.has(id));
  if (missing.length === 0) return;
  const reasons = missing.map((id) => `${id} (${skipped.find((one) => one.sourceId === id)?.reason ?? 'unknown'})`);
  throw new LexichordError(ErrorCode.internal, `No fragment from ${reasons.join(', ')}.`);
}

/** The strategy `style` alone, over a document of 100 KB that has changed since it was matched. */
async function styleRules(folder: string, { repetition, sizeOf }: RunSettings): Promise<BoundedRow> {
  await writeGeneratedStyle(folder);
  const content = largeDocument(sizeOf(styledSize));
  await writeFile(join(folder, 'styled.md'), content);
  return withRuntime({ workspaceRoot: folder }, async ({ editor, orchestrator }) => {
    const known = orchestrator.describeStrategies().map(({ strategyId }) => strategyId);
    const budget = { maxTokens: 8000, excludedStrategies: known.filter((id) => id !== 'style') };
    const request = { documentPath: 'styled.md', agentId: 'own' };
    const samples = await timePreparedRuns(
      (run) => editor.setUnsavedContent('styled.md', `Edit ${run}. ${content}`),
      async () => {
        const { fragments } = await orchestrator.assemble(request, budget);
        if (fragments.length !== 1) throw new LexichordError(ErrorCode.internal, 'No fragment from style.');
      },
      repetition({ warmUp: 2, runs: 12 }),
    );
    return {
      name: '3,000 words and 40 patterns of style, 100 KB, after each edit',
      ...summary(samples),
      target: 250,
      bound: 1000,
    };
  });
}

/** Sorting, duplicates, fitting and variables for ten fragments of 4,000 tokens that cost nothing to gather. */
async function ownShare(folder: string, { repetition }: RunSettings): Promise<BoundedRow> {
  const customStrategies = Array.from({ length: 10 }, (_unused, index): CustomStrategy => {
    const row = { strategyId: `share-${index}`, displayName: `Share ${index}`, priority: 60, maxTokens: 4000 };
    return {
      ...row,
      create: (services) => {
        const { content } = services.resolve(ITokenCounter).truncateToTokens(paragraphs(60, index), row.maxTokens);
        const fragment = { sourceId: row.strategyId, label: row.displayName, content, tokenEstimate: 1, relevance: 1 };
        return { ...row, gather: () => Promise.resolve(fragment) };
      },
    };
  });
  return withRuntime({ workspaceRoot: folder, customStrategies }, async ({ orchestrator }) => {
    const samples = await timeRuns(
      () => orchestrator.assemble({ agentId: 'own' }, { maxTokens: 8000 }),
      repetition({ warmUp: 30, runs: 300 }),
    );
    return { name: 'ten fragments of 4,000 tokens, our own share', ...summary(samples), target: 5, bound: 50 };
  });
}

/** SBD-072 AC-2: five strategies of 50 ms each take about as long as one. */
async function sideBySide(folder: string, { repetition }: RunSettings): Promise<BoundedRow> {
  const customStrategies = Array.from({ length: 5 }, (_unused, index) =>
    custom(`sleeper-${index}`, () => new Promise((resolve) => setTimeout(() => resolve(undefined), 50))),
  );
  return withRuntime({ workspaceRoot: folder, customStrategies }, async ({ orchestrator }) => {
    const samples = await timeRuns(
      () => orchestrator.assemble({ agentId: 'own' }, { maxTokens: 8000 }),
      repetition({ warmUp: 2, runs: 20 }),
    );
    return { name: 'SBD-072 AC-2: five strategies of 50 ms each', ...summary(samples), target: 60, bound: 200 };
  });
}

/** DES-072c AC-2: a strategy that ignores its signal costs no more than the time limit and 50 ms. */
async function hangingStrategy(folder: string, { repetition }: RunSettings): Promise<BoundedRow> {
  const strategyTimeoutMs = 100;
  const options: RuntimeOptions = {
    workspaceRoot: folder,
    customStrategies: [custom('hanging', () => new Promise(() => undefined))],
    configuration: { context: { assembler: { strategyTimeoutMs: strategyTimeoutMs } } },
  };
  return withRuntime(options, async ({ orchestrator }) => {
    const samples = await timeRuns(
      () => orchestrator.assemble({ agentId: 'own' }, { maxTokens: 8000 }),
      repetition({ warmUp: 2, runs: 20 }),
    );
    return {
      name: 'DES-072c AC-2: a strategy that hangs, time limit 100 ms',
      ...summary(samples),
      target: strategyTimeoutMs + 5,
      bound: strategyTimeoutMs + 50,
    };
  });
}

async function withRuntime(
  options: RuntimeOptions,
  measure: (runtime: ILexichordRuntime) => Promise<BoundedRow>,
): Promise<BoundedRow> {
  const runtime = await createRuntime({ license: developmentLicense, logger: new SilentLogger(), ...options });
  try {
    return await measure(runtime);
  } finally {
    await runtime.dispose();
  }
}

function custom(strategyId: string, gather: IContextStrategy['gather']): CustomStrategy {
  const row = { strategyId, displayName: strategyId, priority: 60, maxTokens: 4000 };
  return { ...row, create: () => ({ ...row, gather }) };
}

/** A Markdown book of about `size` characters: chapters, sections, paragraphs, lists and code, all different. */
function largeDocument(size: number): string {
  const parts: string[] = ['# The book\n'];
  let length = 0;
  for (let section = 1; length < size; section += 1) {
    const heading = section % 10 === 1 ? `## Chapter ${section}` : `### Section ${section}`;
    const part = [
      heading,
      sentences(4, section * 31),
      `- first point of ${section}\n- second point of ${section}, with \`code${section}()\``,
      `\`\`\`ts\nexport const value${section} = ${section * 7};\n\`\`\``,
      sentences(5, section * 57),
      '',
    ].join('\n\n');
    parts.push(part);
    length += part.length;
  }
  return parts.join('\n');
}

/** Paragraphs of about 85 words. */
function paragraphs(count: number, seed: number): string {
  return Array.from({ length: count }, (_unused, index) => prose(85, seed * 1000 + index)).join('\n\n');
}

const houseRules = `rules:
  - { id: house.once, category: clarity, severity: warning, instruction: Say it once., avoid: [once more] }
  - { id: house.words, category: terminology, severity: error, instruction: Write document., prefer: { file: document } }
`;

const vocabulary =
  'context budget token fragment strategy document heading cursor selection paragraph section editor agent model request result search index chunk segment memory graph rule style writer reader workspace folder file path content text word sentence language answer question order weight share limit'.split(
    ' ',
  );

function sentences(count: number, seed: number): string {
  return Array.from({ length: count }, (_unused, index) => `The ${prose(14, seed + index * 17)} once more.`).join(' ');
}

/** Words in an order that depends on the seed alone. */
function prose(count: number, seed: number): string {
  let state = (seed + 1) * 2_654_435_761;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const word = vocabulary[(state >>> 8) % vocabulary.length] ?? 'word';
    return state % 5 === 0 ? `${word}${(state >>> 16) % 1000}` : word;
  }).join(' ');
}
