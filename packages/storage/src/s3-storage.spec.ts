import { describeStorage } from './test-support/describe-storage.js';
import { notes } from './test-support/notes-table.js';
import { type S3Server, isRadosGatewayInstalled, startRadosGateway } from './test-support/rados-gateway.js';
import { TemporaryDatabases } from './test-support/temporary-database.js';

const isInstalled = await isRadosGatewayInstalled();
const isRequired = process.env['LEXICHORD_REQUIRE_S3'] === '1';

if (isInstalled || isRequired) {
  jest.setTimeout(120_000);
  const temporary = new TemporaryDatabases();
  let server: S3Server;
  let places = 0;
  let place: string | undefined;

  beforeAll(async () => {
    server = await startRadosGateway();
  });

  afterEach(async () => {
    place = undefined;
    await temporary.dispose();
  });

  afterAll(() => server.stop());

  describeStorage('the Ceph object gateway', {
    open: () => {
      place ??= `${server.address}/${places++}`;
      return Promise.resolve(temporary.openAt(place, { storageOptions: { ...server.storageOptions } }));
    },
  });

  describe('object storage', () => {
    it('says that it was refused when the secret is wrong', async () => {
      const storageOptions = { ...server.storageOptions, aws_secret_access_key: 'wrong' };

      const database = temporary.openAt(`${server.address}/denied`, { storageOptions });

      await expect(database.table(notes)).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'credentials' },
      });
    });

    it('says so when there is no such bucket', async () => {
      const database = temporary.openAt('s3://nowhere/db', { storageOptions: { ...server.storageOptions } });

      await expect(database.table(notes)).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'unreachable' },
      });
    });
  });
} else {
  process.stderr.write(
    'SKIPPED: tests against S3, because radosgw is not installed (LEXICHORD_REQUIRE_S3=1 makes this a failure).\n',
  );
  describe('the Ceph object gateway', () => {
    it.skip('is not installed', () => undefined);
  });
}
