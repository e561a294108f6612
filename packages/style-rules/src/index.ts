export { registerStyleRulesModule } from './style-rules-module.js';
export type { StyleRulesOptionsInput } from './style-rules-options.js';
