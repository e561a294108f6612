export { registerWorkspaceModule } from './workspace-module.js';
export type { WorkspaceOptionsInput } from './workspace-options.js';
