export { createSecretScanner } from './create-secret-scanner.js';
export { registerSecretsModule } from './secrets-module.js';
export { secretRules } from './rules/all-rules.js';
export type { SecretRule } from './rules/secret-rule.js';
