import * as api from './index.js';

describe('@lexichord/mcp-server', () => {
  it('exports what was promised', () => {
    expect(Object.keys(api).sort()).toEqual(['startHttpServer', 'startStdioServer']);
  });
});
