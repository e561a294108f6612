export { createRuntime } from './create-runtime.js';
export type { RuntimeOptions } from './runtime-options.js';
export { type OpenedRuntime, RuntimeKeeper } from './runtime-keeper.js';
export { type StoreVersions, storeVersions } from './store-versions.js';
export { type PackToRecord, recordPack } from './facade/record-pack.js';

// what a user sets
export { type ConfigurationOrigin } from './configuration/configuration-layer.js';
export { userConfigurationFile } from './configuration/configuration-paths.js';
export { configurationJsonSchema, configurationRows } from './configuration/configuration-rows.js';
export { type Configuration, type ConfigurationInput, settingsOf } from './configuration/configuration-schema.js';
export { configurationReference } from './configuration/configuration-reference.js';
export { commentedConfigurationTemplate } from './configuration/configuration-template.js';
export { type LoadedConfiguration, loadConfiguration } from './configuration/load-configuration.js';

// what a host passes as its licence
export { type License, developmentLicense } from '@lexichord/license';

// for hosts that show rules to people
export { describeAxiom } from '@lexichord/knowledge-graph';

// for hosts that look conversations up by name
export { unknownConversation } from '@lexichord/compression/internal';

// the panel
export {
  type PanelCall,
  type PreviewServer,
  type PreviewServerOptions,
  type PreviewTerminalOptions,
  createPreviewServer,
  startPreviewTerminal,
} from '@lexichord/preview';
