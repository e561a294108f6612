const preset = require('../../jest.preset.js');

module.exports = {
  ...preset,
  displayName: 'testing',
  // What starts a server or a browser runs where there is one, in the specs of the packages that need it.
  collectCoverageFrom: [...preset.collectCoverageFrom, '!src/servers/**', '!src/browser/**'],
};
