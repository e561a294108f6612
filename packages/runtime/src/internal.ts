// For our own packages only: not part of the public API.

export { type OpenedRuntime, RuntimeKeeper } from './runtime-keeper.js';
export { type StoreVersions, storeVersions } from './store-versions.js';
export { type PackToRecord, recordPack } from './facade/record-pack.js';
export { type ConfigurationOrigin } from './configuration/configuration-layer.js';
export { userConfigurationFile } from './configuration/configuration-paths.js';
export { configurationJsonSchema, configurationRows } from './configuration/configuration-rows.js';
export { settingsOf } from './configuration/configuration-schema.js';
export { configurationReference } from './configuration/configuration-reference.js';
export { commentedConfigurationTemplate } from './configuration/configuration-template.js';
export { answerBudgets } from './configuration/host-sections.js';
export { type LoadedConfiguration, loadConfiguration } from './configuration/load-configuration.js';
export { unknownConversation } from '@lexichord/compression/internal';
