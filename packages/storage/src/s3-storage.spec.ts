import { type S3Place, describeOnS3 } from '@lexichord/testing';

import { describeStorage } from './test-support/describe-storage.js';
import { notes } from './test-support/notes-table.js';
import { TemporaryDatabases } from './test-support/temporary-database.js';

await describeOnS3('storage', ({ place }) => {
  const temporary = new TemporaryDatabases();
  let current: S3Place | undefined;

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

    it('says so when there is no such bucket', async () => {
      const database = temporary.openAt('s3://nowhere/db', { options: place().storageOptions });

      await expect(database.table(notes)).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'unreachable' },
      });
    });
  });
});
