import * as control from './index.js';
import * as server from './server.js';
import * as warm from './warm.js';

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
      'holdWarm',
      'openWarmServer',
      'prepareRecordFolder',
      'recordFolder',
      'secretPattern',
      'startLoopbackServer',
    ]);
  });

  it('exports what was promised to commands that a warm process may answer', () => {
    expect(Object.keys(warm).sort()).toEqual([
      'LineSplitter',
      'askSession',
      'connectWarmProcess',
      'findWarmProcess',
      'hasRoom',
      'isUpdated',
      'runWarm',
    ]);
  });
});
