module.exports = { ...require('../../jest.preset.js'), displayName: 'knowledge-graph' };
