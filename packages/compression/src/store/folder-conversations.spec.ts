import { describeCompressionStore } from './test-support/describe-compression-store.js';
import { type StoreLocation, TemporaryStores } from './test-support/temporary-stores.js';

const temporary = new TemporaryStores();
let place: Promise<StoreLocation> | undefined;

afterEach(async () => {
  place = undefined;
  await temporary.dispose();
});

describeCompressionStore('a folder', {
  open: async () => temporary.store(temporary.database(await (place ??= temporary.location()))),
  clock: temporary.clock,
});
