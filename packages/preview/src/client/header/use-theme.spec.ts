import { themeOf } from './use-theme.js';

describe('themeOf', () => {
  it('is what was remembered', () => {
    expect([themeOf('light'), themeOf('dark'), themeOf('system')]).toEqual(['light', 'dark', 'system']);
  });

  it('follows the system when nothing, or something else, was remembered', () => {
    expect([themeOf(undefined), themeOf('sepia')]).toEqual(['system', 'system']);
  });
});
