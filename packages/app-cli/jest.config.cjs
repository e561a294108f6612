module.exports = { ...require('../../jest.preset.js'), displayName: 'app-cli' };
