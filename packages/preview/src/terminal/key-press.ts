import type { Key } from 'ink';

/** Input of a terminal: letters, or a key with a name. */
export interface KeyPress {
  readonly input: string;
  readonly key: Partial<Key>;
}

/** Keys that do the same wherever they are sent from. */
export type NamedKey =
  'up' | 'down' | 'pageup' | 'pagedown' | 'home' | 'end' | 'tab' | 'enter' | 'escape' | 'backspace' | 'clear' | 'other';

const names: readonly (readonly [keyof Key, NamedKey])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['tab', 'tab'],
  ['return', 'enter'],
  ['escape', 'escape'],
  // For the backspace key most terminals send the code that ink names delete.
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
  ['leftArrow', 'other'],
  ['rightArrow', 'other'],
];

/** The key's name; `undefined` for letters. Combinations with control or meta are no letters. */
export function keyOf({ input, key }: KeyPress): NamedKey | undefined {
  const named = names.find(([flag]) => key[flag] === true)?.[1];
  if (named !== undefined) return named;
  if (key.ctrl === true) return input === 'u' ? 'clear' : 'other';
  return key.meta === true ? 'other' : undefined;
}
