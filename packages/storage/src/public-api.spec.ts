import * as api from './index.js';

describe('@lexichord/storage', () => {
  it('exports these values and no others: exporting is a promise', () => {
    expect(Object.keys(api).sort()).toEqual([
      'IDatabase',
      'and',
      'atLeast',
      'atMost',
      'column',
      'contains',
      'defineTable',
      'equals',
      'findDamagedTables',
      'greater',
      'isOutdated',
      'less',
      'missing',
      'not',
      'oneOf',
      'openDatabase',
      'or',
      'readBackup',
      'registerStorageModule',
      'repairDatabase',
      'requireOwnFiles',
      'startsWith',
      'storageSection',
      'writeBackup',
    ]);
  });
});
