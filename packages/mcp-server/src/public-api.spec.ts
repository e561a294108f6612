import * as api from './index.js';
import * as relay from './relay.js';

describe('@lexichord/mcp-server', () => {
  it('exports what was promised', () => {
    expect(Object.keys(api).sort()).toEqual(['startHttpServer', 'startStdioServer']);
  });

  it('exports what was promised to commands that relay a session', () => {
    expect(Object.keys(relay).sort()).toEqual(['relaySession']);
  });
});
