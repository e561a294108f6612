import { SystemClock } from '@lexichord/platform';
import { type S3Location, RecordingLogger, SequentialIdSource, describeOnS3 } from '@lexichord/testing';

import { parseStorageAddress } from './address/storage-address.js';
import { findNewFiles } from './database/new-files.js';
import { storageOptionsSchema } from './storage-options.js';
import { describeStorage } from './test-support/describe-storage.js';
import { notes } from './test-support/notes-table.js';
import { TemporaryDatabases } from './test-support/temporary-database.js';

await describeOnS3('storage', ({ location: place }) => {
  const temporary = new TemporaryDatabases();
  let current: S3Location | undefined;

  afterEach(async () => {
    current = undefined;
    await temporary.dispose();
  });

  describeStorage('the Ceph object gateway', {
    open: (options) => {
      const { address, storageOptions } = (current ??= place());
      return Promise.resolve(temporary.openAt(address, { ...options, options: storageOptions }));
    },
  });

  describe('object storage', () => {
    it('says that it was refused when the secret is wrong', async () => {
      const { address, storageOptions } = place();
      const wrong = { ...storageOptions, aws_secret_access_key: 'wrong' };

      const database = temporary.openAt(address, { options: wrong });

      await expect(database.table(notes)).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'credentials' },
      });
    });

    it.each(['plain', "all (of) [these]! *'s +1 &=%,;:@$ ü😀"])(
      'puts a file once in a folder named %s',
      async (folder) => {
        const { address, storageOptions } = place();
        const options = storageOptionsSchema.parse({ address, options: storageOptions });
        const services = {
          clock: new SystemClock(),
          idSource: new SequentialIdSource(),
          logger: new RecordingLogger(),
        };
        const files = findNewFiles(parseStorageAddress(`${address}/${folder}`), options, services);

        const first = await files?.put('a/b c.txt', Buffer.from('first'));
        const second = await files?.put('a/b c.txt', Buffer.from('second'));

        expect([first, second]).toEqual([true, false]);
      },
    );

    it('says so when there is no such bucket', async () => {
      const database = temporary.openAt('s3://nowhere/db', { options: place().storageOptions });

      await expect(database.table(notes)).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'unreachable' },
      });
    });
  });
});
