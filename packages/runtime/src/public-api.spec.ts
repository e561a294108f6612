import * as api from './index.js';

describe('@lexichord/runtime', () => {
  it('exports what it promises', () => {
    expect(Object.keys(api).toSorted()).toEqual([
      'RuntimeKeeper',
      'commentedConfigurationTemplate',
      'configurationJsonSchema',
      'configurationReference',
      'configurationRows',
      'createPreviewServer',
      'createRuntime',
      'describeAxiom',
      'developmentLicense',
      'loadConfiguration',
      'recordPack',
      'settingsOf',
      'startPreviewTerminal',
      'storeVersions',
      'unknownConversation',
      'userConfigurationFile',
    ]);
  });
});
