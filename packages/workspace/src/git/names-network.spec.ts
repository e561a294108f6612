import { namesNetwork } from './names-network.js';

describe('namesNetwork', () => {
  it.each([
    ['[include]\n\tpath = //host/share/x\n', true],
    ['[include] path = "\\\\\\\\host\\\\share"\n', true],
    ['[includeIf "gitdir:C:/"]\npath=\\\n  //host/share\n', true],
    ['[core]\n\tattributesFile = //host/share/x\n', true],
    ['[core]\n\texcludesfile = C:/ignored\n\thooksPath = hooks\n', false],
    ['[remote "origin"]\n\turl = //host/share/repo.git\n', false],
    ['[remote "origin"]\n\turl = https://host/repo.git\n[branch "path"]\n\tremote = origin\n', false],
  ])('of %j on Windows: %s, and never elsewhere', (configuration, isNetwork) => {
    expect([namesNetwork(configuration, '\\'), namesNetwork(configuration, '/')]).toEqual([isNetwork, false]);
  });
});
