import { join } from 'node:path';

import { describeStorage } from './test-support/describe-storage.js';
import { TemporaryDatabases } from './test-support/temporary-database.js';

const temporary = new TemporaryDatabases();
let address: Promise<string> | undefined;

afterEach(async () => {
  address = undefined;
  await temporary.dispose();
});

describeStorage('a folder', {
  open: async (options) => {
    address ??= temporary.folder().then((folder) => join(folder, "it's a db#%20"));
    return temporary.openAt(await address, options);
  },
});

describe('looking for a table in a folder again and again', () => {
  it('lets others have their turn', async () => {
    const database = temporary.openAt(await temporary.folder());
    const others = { hadTurn: false };
    setImmediate(() => (others.hadTurn = true));

    while (!others.hadTurn) expect(await database.fingerprint('none')).toBeUndefined();
  });
});
