/** `system` follows the operating system. */
export const themeChoices = ['system', 'light', 'dark'] as const;

export type ThemeChoice = (typeof themeChoices)[number];

/** What was remembered; `system` for anything else. */
export function themeOf(remembered: string | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === remembered) ?? 'system';
}
