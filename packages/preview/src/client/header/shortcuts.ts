/** What a single key does, anywhere in the panel but in a field. */
export interface Shortcut {
  readonly key: string;
  readonly action: 'refresh' | 'question' | 'document' | 'budget' | 'settings';
  /** For people. */
  readonly meaning: string;
}

export const shortcuts: readonly Shortcut[] = [
  { key: 'r', action: 'refresh', meaning: 'Assemble anew' },
  { key: '/', action: 'question', meaning: 'Go to the question' },
  { key: 'd', action: 'document', meaning: 'Choose a document' },
  { key: 'b', action: 'budget', meaning: 'Go to the budget' },
  { key: '?', action: 'settings', meaning: 'Settings and shortcuts' },
];

/** A key that was pressed, and where. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
}

/** What a key is a shortcut for. None with a modifier (shift makes `/` and `?` on many keyboards), and none held down. */
export function shortcutOf(pressed: PressedKey): Shortcut | undefined {
  const { ctrlKey, metaKey, altKey, isComposing, repeat, defaultPrevented } = pressed;
  if (ctrlKey || metaKey || altKey || isComposing || repeat || defaultPrevented) return undefined;
  return shortcuts.find(({ key }) => key === pressed.key);
}

/** An element that a key was pressed in. */
export interface KeyPlace {
  readonly tagName: string;
  readonly isContentEditable?: boolean | undefined;
  readonly type?: string | undefined;
}

/** Kinds of `<input>` that one does not type into. */
const pressedInputs: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image']);

/** Whether keys are text there: shortcuts then rest. A list of choices takes letters as well. */
export function isTypingIn({ tagName, isContentEditable, type }: KeyPlace): boolean {
  if (isContentEditable === true) return true;
  const tag = tagName.toLowerCase();
  if (tag === 'input') return !pressedInputs.has(type ?? 'text');
  return tag === 'textarea' || tag === 'select';
}
