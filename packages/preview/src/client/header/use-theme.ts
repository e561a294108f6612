import { useLayoutEffect, useState } from 'preact/hooks';

import { BrowserMemory } from '../state/browser-memory.js';

const memory = new BrowserMemory();

/** Light or dark, as the reader chose on this or an earlier visit. */
export function useTheme(): readonly [ThemeChoice, (theme: ThemeChoice) => void] {
  const [theme, setTheme] = useState(() => themeOf(memory.read('theme')));
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const choose = (chosen: ThemeChoice): void => {
    memory.write('theme', chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}

/** `system` follows the operating system. */
export const themeChoices = ['system', 'light', 'dark'] as const;

export type ThemeChoice = (typeof themeChoices)[number];

/** The remembered theme; `system` for any other text. */
export function themeOf(remembered: string | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === remembered) ?? 'system';
}
