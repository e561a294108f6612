// Only our own packages use these exports. They may change in any release.

export { styleRulesOptionsSchema } from './style-rules-options.js';
