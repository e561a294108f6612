import { useEffect, useState } from 'preact/hooks';

import { BrowserMemory } from '../state/browser-memory.js';
import { type Shortcut, isTypingIn, shortcutOf } from './shortcuts.js';

/** What the shortcuts do. */
export interface ShortcutActions {
  readonly refresh: () => void;
  readonly openSettings: () => void;
}

const memory = new BrowserMemory();

/** Single keys can be switched off: who speaks to a computer presses them unawares (WCAG 2.1.4). */
export function useShortcutSwitch(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => memory.read('shortcuts') !== 'off');
  const choose = (chosen: boolean): void => {
    memory.write('shortcuts', chosen ? 'on' : 'off');
    setIsOn(chosen);
  };
  return [isOn, choose];
}

/** Listens for the panel's single keys, unless somebody types or a dialog is open. */
export function useShortcuts(isOn: boolean, { refresh, openSettings }: ShortcutActions): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && isTypingIn(placeOf(target))) return;
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

/** Where the other parts of the panel are. */
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

function placeOf(element: HTMLElement): { tagName: string; isContentEditable: boolean; type?: string | undefined } {
  const { tagName, isContentEditable } = element;
  return { tagName, isContentEditable, type: element instanceof HTMLInputElement ? element.type : undefined };
}
