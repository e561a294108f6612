// Everything here is imported at each start of the runtime, so it loads nothing until it is called.
export { registerPreviewModule } from './preview-module.js';

// configuration of the panel
export { PreviewOptions, type PreviewOptionsInput, previewOptionsSchema } from './preview-options.js';

// the panel, served
export { createPreviewServer } from './create-preview-server.js';
export type { PreviewServer, PreviewServerOptions } from './server/preview-server.js';
export type { PanelCall } from './server/call-schemas.js';

// the panel in a terminal
export { startPreviewTerminal } from './start-preview-terminal.js';
export type { PreviewTerminalOptions } from './terminal/start-preview-terminal.js';
