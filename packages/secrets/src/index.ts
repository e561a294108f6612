export { createSecretScanner } from './secrets-module.js';
export { registerSecretsModule } from './secrets-module.js';
export { secretRules } from './rules/all-rules.js';
export type { SecretRule } from './rules/secret-rule.js';
export { type ReplaceSecretsOptions, ScreenedText, screenText } from './screening/screened-text.js';
