import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { skipSuite } from '../environment/skip-suite.js';
import { findChromium, launchChromium } from './chromium.js';

/** A browser that a suite draws pages in. */
export interface TestBrowser {
  /** A page in a profile of its own, closed after the test. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/**
 * Runs a suite in a real Chromium without a window. Where none is installed the suite is skipped with one loud line, or
 * fails if `LEXICHORD_REQUIRE_BROWSER=1` is set.
 */
export function describeInBrowser(name: string, suite: (browser: TestBrowser) => void): void {
  const executablePath = findChromium();
  const missing = { program: 'Chromium', problem: 'is not installed', variable: 'LEXICHORD_REQUIRE_BROWSER' } as const;
  if (executablePath === undefined && skipSuite(`${name} in a browser`, missing)) return;
  describe(name, () => {
    let browser: Browser | undefined;
    const contexts: BrowserContext[] = [];

    beforeAll(async () => {
      browser = await launchChromium(executablePath);
    });
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    });
    afterAll(() => browser?.close());

    suite({
      newPage: async (options) => {
        if (browser === undefined) throw new TypeError('The browser is there within tests only.');
        const context = await browser.newContext(options);
        contexts.push(context);
        return context.newPage();
      },
    });
  });
}
