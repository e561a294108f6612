export { createRuntime } from './create-runtime.js';
export type { RuntimeOptions } from './runtime-options.js';
export type { Configuration, ConfigurationInput } from './configuration/configuration-schema.js';

// the licence of a host
export { type License, developmentLicense } from '@lexichord/license';

// for hosts that show rules to users
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
