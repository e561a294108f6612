import * as api from './index.js';
import * as internal from './internal.js';

describe('@lexichord/workspace', () => {
  it('exports what was promised and nothing else', () => {
    expect(Object.keys(api).sort()).toEqual(['registerWorkspaceModule']);
  });

  it('exports to our own packages what they share', () => {
    expect(Object.keys(internal).sort()).toEqual(['isInsideOfRepository', 'tracksPath', 'workspaceSection']);
  });
});
