import * as control from './index.js';
import * as server from './server.js';

describe('@lexichord/control', () => {
  it('exports what was promised to commands', () => {
    expect(Object.keys(control).sort()).toEqual(['askServingProcesses', 'startControlServer']);
  });

  it('exports what was promised to servers', () => {
    expect(Object.keys(server).sort()).toEqual([
      'announceProcess',
      'controlPath',
      'controlRoutes',
      'errorAnswer',
      'hasOwnRecordFolder',
      'listProcesses',
      'prepareRecordFolder',
      'recordFolder',
      'secretPattern',
      'startLoopbackServer',
    ]);
  });
});
