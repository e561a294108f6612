import { mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type CustomStrategy, ITokenCounter } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createPreviewServer, createRuntime, developmentLicense } from '@lexichord/runtime';
import { findChromium, launchChromium } from '@lexichord/testing/browser';
import type { Browser, Page } from 'playwright-core';

import type { BenchmarkResult, Repetition, RunSettings, Sizes } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary } from './bounded-row.js';

interface PanelSizes {
  /** Sources with a fragment each, and the budget that holds them: at full size about 2 MB of prompt. */
  readonly sources: number;
  readonly budget: number;
  /** Frames that are timed while a view is scrolled. */
  readonly frames: number;
  /** How long a page is left alone before it is measured. */
  readonly settleMs: number;
}

const sizes: Sizes<PanelSizes> = {
  full: { sources: 500, budget: 450_000, frames: 240, settleMs: 3_000 },
  smoke: { sources: 120, budget: 110_000, frames: 20, settleMs: 500 },
};

/**
 * The panel in a real browser: from a click on a switch to the changed page, and scrolling through 500 fragments and a
 * prompt of 2 MB. Also says how large the page is.
 */
export async function benchmarkPreview(settings: RunSettings): Promise<BenchmarkResult> {
  if (findChromium() === undefined && process.env['LEXICHORD_REQUIRE_BROWSER'] !== '1') {
    return { skipped: 'Chromium is not installed (LEXICHORD_REQUIRE_BROWSER=1 makes this a failure)' };
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-benchmark-')));
  const browser = await launchChromium();
  try {
    await writeFile(join(folder, 'page.md'), paragraphs(400, 0));
    const rows = [...(await usualPanel(folder, browser, settings)), ...(await largePanel(folder, browser, settings))];
    settings.print('Context preview, milliseconds');
    printRows(rows, settings);
    for (const line of await pageSizes()) settings.print(line);
    return judgeRows(rows);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Five sources of a document, as a writer has them. */
async function usualPanel(
  folder: string,
  browser: Browser,
  { repetition, sizeOf }: RunSettings,
): Promise<readonly BoundedRow[]> {
  const { settleMs } = sizeOf(sizes);
  return withPage({ folder, browser, budget: 8_000, settleMs }, async (page) => {
    const toggles = await timeToggles(page, 'heading', repetition({ warmUp: 10, runs: 60 }));
    return [{ name: 'toggle to updated page, five sources', ...summary(toggles), target: 30, bound: 100 }];
  });
}

/** 500 sources with a prompt of 2 MB. */
async function largePanel(
  folder: string,
  browser: Browser,
  { repetition, sizeOf }: RunSettings,
): Promise<readonly BoundedRow[]> {
  const { sources, budget, frames, settleMs } = sizeOf(sizes);
  const customStrategies = Array.from({ length: sources }, (_unused, index) => source(index));
  return withPage({ folder, browser, budget, settleMs, customStrategies }, async (page) => {
    const toggles = await timeToggles(page, `source-${sources / 2}`, repetition({ warmUp: 2, runs: 10 }));
    const list = await timeFrames(page, '#column-sources', frames);
    const prompt = await timeFrames(page, '.prompt-scroll', frames);
    await page.locator('[data-part="expand-all"]').click();
    await page.locator('[data-part="row"][data-open="false"] [data-part="fold"]').waitFor({ state: 'detached' });
    const unfolded = await timeFrames(page, '#column-sources', frames);
    return [
      { name: 'toggle to updated page, 500 sources, 2 MB', ...summary(toggles), target: 1_000, bound: 3_000 },
      { name: 'frame while the list of 500 is scrolled', ...summary(list), target: 17, bound: 34 },
      { name: 'frame while 500 unfolded sources are scrolled', ...summary(unfolded), target: 17, bound: 34 },
      { name: 'frame while a prompt of 2 MB is scrolled', ...summary(prompt), target: 17, bound: 34 },
    ];
  });
}

interface PanelSetup {
  readonly folder: string;
  readonly browser: Browser;
  readonly budget: number;
  readonly settleMs: number;
  readonly customStrategies?: readonly CustomStrategy[];
}

async function withPage<T>(setup: PanelSetup, measure: (page: Page) => Promise<T>): Promise<T> {
  const { folder, browser, budget, settleMs, customStrategies } = setup;
  const runtime = await createRuntime({
    workspaceRoot: folder,
    license: developmentLicense,
    logger: new SilentLogger(),
    customStrategies,
    configuration: { preview: { maxBudget: budget } },
  });
  const server = await createPreviewServer(runtime);
  const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
  try {
    await page.goto(`${server.address}?document=page.md`);
    await page.locator('[data-source="document"] [data-part="switch"]').waitFor();
    await page.locator('#question-budget').fill(String(budget));
    // What was asked for while the page opened has come and gone by then.
    await page.waitForTimeout(settleMs);
    return await measure(page);
  } finally {
    await page.close();
    await server.close();
    await runtime.dispose();
  }
}

/** From the click to the frame that shows the new assembly, as the page itself sees it. */
async function timeToggles(page: Page, sourceId: string, { warmUp, runs }: Repetition): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let run = 0; run < warmUp + runs; run += 1) {
    const sample = await page.evaluate(
      (id) =>
        new Promise<number>((resolve, reject) => {
          const panel = document.querySelector<HTMLElement>('[data-assembly]');
          const control = document.querySelector<HTMLElement>(`[data-source="${id}"] [data-part="switch"]`);
          if (panel === null || control === null) {
            reject(new TypeError(`There is no switch for ${id}.`));
            return;
          }
          const former = panel.dataset['assembly'];
          const observer = new MutationObserver(() => {
            if (panel.dataset['phase'] !== 'ready' || panel.dataset['assembly'] === former) return;
            observer.disconnect();
            // The task after the next frame: what changed has been drawn by then.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
          });
          observer.observe(panel, { attributes: true });
          const started = performance.now();
          control.click();
        }),
      sourceId,
    );
    if (run >= warmUp) samples.push(sample);
  }
  return samples.toSorted((left, right) => left - right);
}

/** As fast as somebody turns a wheel to get through a long text: 18,000 pixels a second. */
const pixelsPerFrame = 300;

/** Milliseconds between frames while a view is scrolled, from its beginning on and from there again at its end. */
async function timeFrames(page: Page, selector: string, frameCount: number): Promise<readonly number[]> {
  const samples = await page.evaluate(
    ([wanted, step, count]) =>
      new Promise<number[]>((resolve, reject) => {
        const view = document.querySelector(wanted);
        if (view === null || view.scrollHeight - view.clientHeight < 10 * step) {
          reject(new TypeError(`There is no ${wanted} that is long enough to be scrolled.`));
          return;
        }
        const frames: number[] = [];
        let last = performance.now();
        const scroll = (): void => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          const before = view.scrollTop;
          view.scrollTop += step;
          if (view.scrollTop === before) view.scrollTop = 0;
          if (frames.length < count) requestAnimationFrame(scroll);
          else resolve(frames);
        };
        requestAnimationFrame(scroll);
      }),
    [selector, pixelsPerFrame, frameCount] as const,
  );
  return samples.toSorted((left, right) => left - right);
}

/** What a browser loads, by kind of file, plain and compressed. */
async function pageSizes(): Promise<readonly string[]> {
  const folder = fileURLToPath(new URL('../../../packages/preview/page/', import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && ['.html', '.js', '.css'].includes(extname(entry.name)));
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return { name, plain: bytes.length, compressed: gzipSync(bytes).length };
    }),
  );
  const lines = sizes
    .toSorted((left, right) => right.plain - left.plain)
    .map(({ name, plain, compressed }) => `${name.padEnd(40)} ${kilobytes(plain)} (${kilobytes(compressed)} gzip)`);
  return ['\nThe page, kilobytes', ...lines];
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(8);
}

function source(index: number): CustomStrategy {
  const row = { strategyId: `source-${index}`, displayName: `Source ${index}`, priority: 60, maxTokens: 1_200 };
  return {
    ...row,
    create: (services) => {
      const { content } = services.resolve(ITokenCounter).truncateToTokens(paragraphs(24, index), 900);
      const fragment = { sourceId: row.strategyId, label: row.displayName, content, tokenEstimate: 1, relevance: 1 };
      return { ...row, gather: () => Promise.resolve(fragment) };
    },
  };
}

/** Prose whose paragraphs are all different. */
function paragraphs(count: number, salt: number): string {
  return Array.from(
    { length: count },
    (_unused, index) =>
      `Paragraph ${index} of text ${salt} speaks of harbour ${index * 7 + salt}, where ship ${salt * 31 + index} ` +
      `unloads ${index + 3} crates of tea number ${salt * 1_009 + index * 13}, and the keeper writes it all down.`,
  ).join('\n\n');
}
