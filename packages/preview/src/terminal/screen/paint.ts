import type { Look } from './terminal-line.js';

/** The page's palette in a terminal's own colours, so that they follow its theme. */
const palette = [
  'blueBright',
  'yellow',
  'green',
  'magenta',
  'cyan',
  'red',
  'blue',
  'greenBright',
  'magentaBright',
  'cyanBright',
] as const;

const letters = 'abcdefghij';

/** Marks of sources and other items, with colours or without. */
export interface Paint {
  readonly isColored: boolean;
  /** Style of a source. */
  readonly source: (color: number) => Look;
  /** One column that marks a source: by its colour or, without colours, by its letter. */
  readonly mark: (color: number) => string;
  readonly danger: Look;
  readonly warning: Look;
  readonly good: Look;
  readonly accent: Look;
}

export function paintOf(isColored: boolean): Paint {
  const look = (color: string): Look => (isColored ? { color } : {});
  return {
    isColored,
    source: (color) => look(palette[color % palette.length] ?? palette[0]),
    mark: (color) => (isColored ? '█' : (letters[color % letters.length] ?? 'a')),
    danger: look('red'),
    warning: look('yellow'),
    good: look('green'),
    accent: look('cyan'),
  };
}
