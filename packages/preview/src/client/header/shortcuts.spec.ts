import { type PressedKey, isTypingIn, shortcutOf, shortcuts } from './shortcuts.js';

function pressed(key: string, more: Partial<PressedKey> = {}): PressedKey {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    repeat: false,
    defaultPrevented: false,
    ...more,
  };
}

describe('shortcutOf', () => {
  it.each([
    ['r', 'refresh'],
    ['/', 'question'],
    ['d', 'document'],
    ['b', 'budget'],
    ['?', 'settings'],
  ])('takes %s for %s', (key, action) => {
    expect(shortcutOf(pressed(key))?.action).toBe(action);
  });

  it('leaves every other key alone', () => {
    expect(['R', 'x', 'Enter', ' ', 'Tab'].map((key) => shortcutOf(pressed(key)))).toEqual(Array(5).fill(undefined));
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'repeat', 'defaultPrevented'] as const)(
    'leaves keys alone with %s',
    (name) => {
      expect(shortcuts.map(({ key }) => shortcutOf(pressed(key, { [name]: true })))).toEqual(
        Array(shortcuts.length).fill(undefined),
      );
    },
  );
});

describe('isTypingIn', () => {
  it.each([
    [{ tagName: 'TEXTAREA' }, true],
    [{ tagName: 'SELECT' }, true],
    [{ tagName: 'INPUT' }, true],
    [{ tagName: 'INPUT', type: 'number' }, true],
    [{ tagName: 'INPUT', type: 'checkbox' }, false],
    [{ tagName: 'BUTTON' }, false],
    [{ tagName: 'DIV', isContentEditable: true }, true],
    [{ tagName: 'DIV', isContentEditable: false }, false],
  ])('of %j is %s', (place, expected) => {
    expect(isTypingIn(place)).toBe(expected);
  });
});
