import { cloudRules } from './cloud-rules.js';
import { codeRules } from './code-rules.js';
import { generalRules } from './general-rules.js';
import { modelRules } from './model-rules.js';
import type { SecretRule } from './secret-rule.js';
import { serviceRules } from './service-rules.js';

/** All rules of the table, specific ones before generic ones. */
export const secretRules: readonly SecretRule[] = [
  ...cloudRules,
  ...codeRules,
  ...modelRules,
  ...serviceRules,
  ...generalRules,
];
