import * as workspace from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(workspace).sort()).toEqual([
    'DocumentStructureService',
    'FileEditorService',
    'GitHistory',
    'WorkspaceGuard',
    'WorkspaceOptions',
    'languageOf',
    'registerWorkspaceModule',
    'tracksPath',
    'workspaceOptionsSchema',
    'workspaceSection',
  ]);
});
