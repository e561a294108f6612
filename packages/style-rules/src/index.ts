export { registerStyleRulesModule } from './style-rules-module.js';
export { StyleRulesOptions, type StyleRulesOptionsInput, styleRulesOptionsSchema } from './style-rules-options.js';
