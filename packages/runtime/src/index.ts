export { createRuntime } from './create-runtime.js';
export type { RuntimeOptions } from './runtime-options.js';

// what a host passes as its licence
export { type License, developmentLicense } from '@lexichord/platform';

// for hosts that show rules to people
export { describeAxiom } from '@lexichord/knowledge-graph';

// for hosts that look conversations up by name
export { unknownConversation } from '@lexichord/compression';

// the panel
export {
  type PanelCall,
  type PreviewServer,
  type PreviewServerOptions,
  type PreviewTerminalOptions,
  createPreviewServer,
  startPreviewTerminal,
} from '@lexichord/preview';
