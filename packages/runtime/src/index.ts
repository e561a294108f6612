export { createRuntime } from './create-runtime.js';
export type { RuntimeOptions } from './runtime-options.js';
export type { Configuration, ConfigurationInput } from './configuration/configuration-schema.js';

// what a host passes as its licence
export { type License, developmentLicense } from '@lexichord/license';

// for hosts that show rules to people
export { describeAxiom } from '@lexichord/knowledge-graph';

// the panel
export {
  type PanelCall,
  type PreviewServer,
  type PreviewServerOptions,
  type PreviewTerminalOptions,
  createPreviewServer,
  startPreviewTerminal,
} from '@lexichord/preview';
