import { useEffect, useState } from 'preact/hooks';

import { BrowserMemory } from '../state/browser-memory.js';

/** Shortcut of a single key, anywhere in the panel but in a field. */
export interface Shortcut {
  readonly key: string;
  readonly action: 'refresh' | 'question' | 'document' | 'budget' | 'settings';
  /** For people. */
  readonly meaning: string;
}

export const shortcuts: readonly Shortcut[] = [
  { key: 'r', action: 'refresh', meaning: 'Assemble again' },
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

/** The shortcut of a key. None with a modifier (shift makes `/` and `?` on many keyboards), and none held down. */
export function shortcutOf(pressed: PressedKey): Shortcut | undefined {
  const { ctrlKey, metaKey, altKey, isComposing, repeat, defaultPrevented } = pressed;
  if (ctrlKey || metaKey || altKey || isComposing || repeat || defaultPrevented) return undefined;
  return shortcuts.find(({ key }) => key === pressed.key);
}

/** An element that a key was pressed in. */
export interface KeyTarget {
  readonly tagName: string;
  readonly isContentEditable?: boolean | undefined;
  readonly type?: string | undefined;
}

/** Kinds of `<input>` that one does not type into. */
const pressedInputs: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image']);

/** Whether keys are text there: shortcuts then rest. A list of choices takes letters as well. */
export function isTypingIn({ tagName, isContentEditable, type }: KeyTarget): boolean {
  if (isContentEditable === true) return true;
  const tag = tagName.toLowerCase();
  if (tag === 'input') return !pressedInputs.has(type ?? 'text');
  return tag === 'textarea' || tag === 'select';
}

/** Actions of the shortcuts. */
export interface ShortcutActions {
  readonly refresh: () => void;
  readonly openSettings: () => void;
}

const memory = new BrowserMemory();

/** Single-key shortcuts can be switched off, because speech input can trigger them by accident (WCAG 2.1.4). */
export function useShortcutSwitch(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => memory.read('shortcuts') !== 'off');
  const choose = (chosen: boolean): void => {
    memory.write('shortcuts', chosen ? 'on' : 'off');
    setIsOn(chosen);
  };
  return [isOn, choose];
}

/** Listens for the panel's single keys, except while the user types or a dialog is open. */
export function useShortcuts(isOn: boolean, { refresh, openSettings }: ShortcutActions): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && isTypingIn(keyTargetOf(target))) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const shortcut = shortcutOf(event);
      if (shortcut === undefined) return;
      event.preventDefault();
      run(shortcut, { refresh, openSettings });
    };
    document.addEventListener('keydown', onKeyDown);
    return (): void => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, refresh, openSettings]);
}

/** Element ids of the other parts of the panel. */
const fields = { question: 'question-query', document: 'document-search', budget: 'question-budget' };

function run({ action }: Shortcut, { refresh, openSettings }: ShortcutActions): void {
  if (action === 'refresh') refresh();
  else if (action === 'settings') openSettings();
  else goTo(fields[action]);
}

function goTo(id: string): void {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
}

function keyTargetOf(element: HTMLElement): { tagName: string; isContentEditable: boolean; type?: string | undefined } {
  const { tagName, isContentEditable } = element;
  return { tagName, isContentEditable, type: element instanceof HTMLInputElement ? element.type : undefined };
}
