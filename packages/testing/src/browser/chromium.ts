import { existsSync } from 'node:fs';

import type { Browser } from 'playwright-core';

/** Paths at which Debian and similar systems install it; `LEXICHORD_CHROMIUM` names another. */
const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without these it looks for updates and more, which tests must not. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without a window, for whoever closes it. */
export async function launchChromium(executablePath = findChromium()): Promise<Browser> {
  if (executablePath === undefined) {
    throw new TypeError('Chromium is not installed: install it, or name one in LEXICHORD_CHROMIUM.');
  }
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: quietArguments });
}

/** Its executable, if there is one. */
export function findChromium(): string | undefined {
  const named = process.env['LEXICHORD_CHROMIUM'];
  return [...(named === undefined || named === '' ? [] : [named]), ...usualPaths].find((path) => existsSync(path));
}
