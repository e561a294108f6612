import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { ManualClock, RecordingLogger, SequentialIdSource } from '@lexichord/testing';

import { parseStorageAddress } from '../address/storage-address.js';
import { type StorageOptionsInput, storageOptionsSchema } from '../storage-options.js';
import { requireSafeWrites } from './require-safe-writes.js';
import { findS3Location } from './s3-location.js';

describe('requireSafeWrites', () => {
  const requests: string[] = [];
  const logger = new RecordingLogger();
  let server: Server;
  let endpoint: string;
  let answer: (request: IncomingMessage) => number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers['if-none-match'] ?? ''}`.trim());
      response.statusCode = answer(request);
      request.resume().on('end', () => response.end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => requests.splice(0));
  afterAll(() => new Promise((closed) => server.close(closed)));

  const check = (address: string, options: Partial<StorageOptionsInput> = {}): Promise<void> => {
    const keys = { aws_access_key_id: 'key', aws_secret_access_key: 'secret' };
    const parsed = storageOptionsSchema.parse({ address, options: { endpoint, ...keys }, ...options });
    const services = {
      clock: new ManualClock(Date.UTC(2013, 4, 24)),
      idSource: new SequentialIdSource(),
      logger,
      environment: {},
    };
    return requireSafeWrites(parseStorageAddress(address, '/'), parsed, services);
  };

  /** A server that keeps to `If-None-Match: *`. */
  const conforming = (): ((request: IncomingMessage) => number) => {
    const stored = new Set<string | undefined>();
    return ({ method, url }) => {
      if (method === 'DELETE') return 204;
      if (stored.has(url)) return 412;
      stored.add(url);
      return 200;
    };
  };

  it('is content with a server that refuses the second write, and tidies up', async () => {
    answer = conforming();

    await check('s3://bucket/some path');

    expect(requests).toEqual([
      expect.stringMatching(/^PUT \/bucket\/some%20path\/lexichord-write-test-\S+ \*$/) as string,
      expect.stringMatching(/^PUT \/bucket\/some%20path\/lexichord-write-test-\S+ \*$/) as string,
      expect.stringMatching(/^DELETE \/bucket\/some%20path\/lexichord-write-test-\S+$/) as string,
    ]);
  });

  it.each([200, 501])('refuses a server that answers %d whatever the condition', async (status) => {
    answer = () => status;

    await expect(check('s3://bucket')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('several writers would lose each other') as string,
      details: { conditionalWrites: 'accepted' },
    });
  });

  it('lets a single writer write there, with a warning', async () => {
    answer = () => 200;

    await check('s3://bucket', { singleWriter: true });

    expect(logger.templates('warn').join()).toContain('only one process may write');
  });

  it('refuses what it cannot test for want of keys', async () => {
    await expect(check('s3://bucket', { options: { endpoint } })).rejects.toThrow('could not be tested');
    expect(requests).toEqual([]);
  });

  it.each([
    [403, 'Check the credentials'],
    [404, 'Create the bucket first'],
  ])('says what a refusal with %d means', async (status, message) => {
    answer = () => status;

    await expect(check('s3://bucket')).rejects.toThrow(message);
  });

  it('says when nobody answers', async () => {
    const options = { endpoint: 'http://127.0.0.1:1', access_key_id: 'a', secret_access_key: 'b' };

    await expect(check('s3://bucket', { options })).rejects.toThrow('cannot be reached');
  });

  it('signs the content, the condition and the token of temporary credentials, by the given clock', async () => {
    const sent: IncomingHttpHeaders[] = [];
    answer = ({ headers }) => {
      sent.push(headers);
      return 412;
    };
    const keys = { access_key_id: 'key', secret_access_key: 'secret', session_token: 'token' };

    await check('s3://bucket', { options: { endpoint, ...keys } });

    expect(sent[0]).toMatchObject({
      'x-amz-content-sha256': createHash('sha256').update('lexichord').digest('hex'),
      'x-amz-date': '20130524T000000Z',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=key\/20130524\/us-east-1\/s3\/aws4_request, SignedHeaders=host;if-none-match;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      ) as string,
    });
    expect(sent[1]).toMatchObject({ 'x-amz-content-sha256': createHash('sha256').digest('hex') });
  });

  it.each(['/folder', 'gs://bucket/x', 'az://container/x', 'db://name'])('trusts %s', async (address) => {
    await check(address);

    expect(requests).toEqual([]);
  });

  it('trusts Amazon itself', async () => {
    await check('s3://bucket', { options: { aws_access_key_id: 'a', aws_secret_access_key: 'b' } });

    expect(requests).toEqual([]);
  });
});

describe('findS3Location', () => {
  const address = parseStorageAddress('s3://bucket/a/b');
  if (address.kind !== 'objects') throw new TypeError('not an object address');

  it('takes options before the environment, and the region that LanceDB assumes', () => {
    const environment = {
      AWS_ENDPOINT_URL: 'http://host:9/',
      AWS_ACCESS_KEY_ID: 'env',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    };

    const location = findS3Location(address, { AWS_ACCESS_KEY_ID: 'option' }, environment);

    expect(location?.url.href).toBe('http://host:9/bucket/a/b');
    expect(location?.credentials).toEqual({
      accessKeyId: 'option',
      secretAccessKey: 'secret',
      sessionToken: 'token',
      region: 'us-east-1',
    });
  });

  it('leaves the bucket to the host name where requests are in that style', () => {
    const options = { endpoint: 'https://bucket.host', aws_virtual_hosted_style_request: 'true' };

    expect(findS3Location(address, options, {})).toEqual({
      url: new URL('https://bucket.host/a/b'),
      credentials: undefined,
    });
  });
});
