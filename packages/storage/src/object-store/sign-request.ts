import { createHash, createHmac } from 'node:crypto';

/** What a request to S3-compatible storage is signed with. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only with temporary credentials. */
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/** A request without a query; its URL's path is already percent-encoded. */
export interface UnsignedRequest {
  readonly method: 'PUT' | 'DELETE';
  readonly url: URL;
  readonly body: string | Uint8Array;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds since the Unix epoch; storage refuses what is off by more than 15 minutes. */
  readonly timeMs: number;
}

/**
 * The headers that make a request valid: AWS Signature Version 4, "Create a signed AWS API request" in the AWS IAM User
 * Guide. One small request is all that is signed here, which is not worth a client library.
 */
export function signRequest(request: UnsignedRequest, credentials: S3Credentials): Readonly<Record<string, string>> {
  const { method, url, body, timeMs } = request;
  const time = new Date(timeMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const sent: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  // Signed as well, and sent by whoever sends the request.
  const headers: Record<string, string> = { ...sent, host: url.host };
  const names = Object.keys(headers).sort();
  const canonicalHeaders = names.map((name) => `${name}:${headers[name] ?? ''}\n`).join('');
  const signedHeaders = names.join(';');
  const canonicalRequest = [method, url.pathname, '', canonicalHeaders, signedHeaders, bodyHash].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
