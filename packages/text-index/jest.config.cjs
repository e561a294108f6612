module.exports = { ...require('../../tools/jest/preset.cjs'), displayName: 'text-index' };
