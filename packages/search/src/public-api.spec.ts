import * as api from './index.js';

describe('@lexichord/search', () => {
  it('exports these values and no others: exporting is a promise', () => {
    expect(Object.keys(api).sort()).toEqual([
      'SearchOptions',
      'derivedSearchTables',
      'registerSearchModule',
      'searchOptionsSchema',
      'searchSection',
    ]);
  });
});
