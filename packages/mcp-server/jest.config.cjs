module.exports = { ...require('../../tools/jest/preset.cjs'), displayName: 'mcp-server' };
