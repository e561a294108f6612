import * as agents from './index.js';

describe('@lexichord/agents', () => {
  it('exports these values and no others: exporting is a promise', () => {
    expect(Object.keys(agents).sort()).toEqual([
      'AgentsOptions',
      'agentsSection',
      'assemblerSection',
      'builtInStrategyIds',
      'registerAgentsModule',
    ]);
  });
});
