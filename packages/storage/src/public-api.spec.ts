import * as api from './index.js';
import * as internal from './internal.js';

describe('@lexichord/storage', () => {
  it('exports what was promised and nothing else', () => {
    expect(Object.keys(api).sort()).toEqual([
      'IDatabase',
      'and',
      'atLeast',
      'atMost',
      'column',
      'contains',
      'defineTable',
      'equals',
      'greater',
      'less',
      'missing',
      'not',
      'oneOf',
      'openDatabase',
      'or',
      'registerStorageModule',
      'startsWith',
    ]);
  });

  it('exports to our own packages what they share', () => {
    expect(Object.keys(internal).sort()).toEqual([
      'findDamagedTables',
      'isOutdated',
      'readBackup',
      'requireOwnFiles',
      'storageSection',
      'withLock',
      'writeBackup',
    ]);
  });
});
