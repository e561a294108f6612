import { describeOnS3 } from '@lexichord/testing';

import { describeCompressionStore } from './test-support/describe-compression-store.js';
import { type StoreLocation, TemporaryStores } from './test-support/temporary-stores.js';

await describeOnS3('conversations', (s3) => {
  const temporary = new TemporaryStores();
  let place: StoreLocation | undefined;

  afterEach(async () => {
    place = undefined;
    await temporary.dispose();
  });

  describeCompressionStore('the Ceph object gateway', {
    open: () => Promise.resolve(temporary.store(temporary.database((place ??= s3.location())))),
    clock: temporary.clock,
  });
});
