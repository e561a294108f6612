import * as secrets from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(secrets).sort()).toEqual(['createSecretScanner', 'registerSecretsModule', 'secretRules']);
});
