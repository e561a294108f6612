import { afterAll, beforeAll } from '@jest/globals';

import { skipSuite } from '../environment/skip-suite.js';
import { type S3Server, isRadosGatewayInstalled, startRadosGateway } from './rados-gateway.js';

/** A place in a bucket, and how it is reached. */
export interface S3Location {
  readonly address: string;
  readonly storageOptions: Readonly<Record<string, string>>;
}

/**
 * Runs a suite against a real S3 server, which is started for it. Where the server is not installed the suite is skipped
 * with one loud line, or fails if `LEXICHORD_REQUIRE_S3=1` is set. To be awaited at the top of a spec.
 *
 * @param suite defines tests; `place` gives them a place of their own each time it is called within one
 */
export async function describeOnS3(
  name: string,
  suite: (s3: { readonly location: () => S3Location }) => void,
): Promise<void> {
  const missing = { program: 'radosgw', problem: 'is not installed', variable: 'LEXICHORD_REQUIRE_S3' } as const;
  if (!(await isRadosGatewayInstalled()) && skipSuite(`${name} on S3`, missing)) return;
  let server: S3Server | undefined;
  let buckets = 0;

  beforeAll(async () => {
    server = await startRadosGateway();
  });

  afterAll(() => server?.stop());

  suite({
    location: () => {
      if (server === undefined) throw new TypeError('The S3 server is there within tests only.');
      return { address: `${server.address}/${buckets++}`, storageOptions: { ...server.storageOptions } };
    },
  });
}
