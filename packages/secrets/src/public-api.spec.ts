import * as secrets from './index.js';
import * as internal from './internal.js';

describe('@lexichord/secrets', () => {
  it('exports what was promised and nothing else', () => {
    expect(Object.keys(secrets).sort()).toEqual([
      'ScreenedText',
      'createSecretScanner',
      'registerSecretsModule',
      'screenText',
      'secretRules',
    ]);
  });

  it('exports to our own packages what they share', () => {
    expect(Object.keys(internal).sort()).toEqual([
      'ShownNames',
      'askServer',
      'createQuoteScreen',
      'distinctSecrets',
      'hasSecretPlaceholder',
      'placeInFile',
      'screenNames',
      'screenOutput',
      'screenTexts',
      'screenValues',
      'secretPlaceholder',
      'textsIn',
      'withheldSecrets',
    ]);
  });
});
