// Only our own packages use these exports. They may change in any release.

export { isInsideOfRepository } from './git/bare-repository.js';
export { tracksPath } from './git/tracks-path.js';
export { workspaceSection } from './workspace-options.js';
