import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./colors.css', import.meta.url), 'utf8');

/** Red, green and blue of each name, light and dark. */
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/gu)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance and contrast ratio, by WCAG 2.2. */
function contrast(left: string, right: string): number {
  const [darker = 0, lighter = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const surfaces = ['surface-primary', 'surface-secondary', 'surface-tertiary', 'surface-pointed'];
const texts = [
  ...['text-primary', 'text-secondary', 'text-disabled', 'accent', 'danger', 'warning', 'success'],
  ...['comment', 'keyword', 'string', 'number', 'name', 'type'].map((part) => `code-${part}`),
];
const sources = Array.from({ length: 10 }, (_, place) => `source-${String(place)}`);

describe.each(['light', 'dark'] as const)('the colours, %s', (scheme) => {
  const color = (name: string): string => colors.get(name)?.[scheme] ?? '';
  const tooWeak = (pairs: readonly (readonly [string, string])[], minContrast: number): readonly string[] =>
    pairs
      .map(([front, back]) => [front, back, contrast(color(front), color(back))] as const)
      .filter(([, , ratio]) => !(ratio >= minContrast))
      .map(([front, back, ratio]) => `${front} on ${back}: ${ratio.toFixed(2)}`);
  const onAll = (fronts: readonly string[], backs: readonly string[]): readonly (readonly [string, string])[] =>
    fronts.flatMap((front) => backs.map((back) => [front, back] as const));

  it('let text be read on every surface (WCAG 1.4.3)', () => {
    const pairs = [
      ...onAll(texts, surfaces),
      ['accent-text', 'accent'] as const,
      ['danger', 'danger-surface'] as const,
      ['warning', 'warning-surface'] as const,
    ];

    expect(tooWeak(pairs, 4.5)).toEqual([]);
  });

  it('let sources, controls and the focus be seen (WCAG 1.4.11)', () => {
    const signs = [...sources, 'border-control', 'focus-ring'];

    expect(tooWeak(onAll(signs, ['surface-primary', 'surface-secondary']), 3)).toEqual([]);
  });
});
