import type { StorageAddress } from '../address/storage-address.js';

/** Credentials that sign a request to S3-compatible storage. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only with temporary credentials. */
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/** Endpoint and credentials of a host's own S3-compatible storage. */
export interface S3Location {
  /** Address of the folder of tables, without a slash at its end. */
  readonly url: URL;
  /** `undefined` if LanceDB determines credentials itself, such as from a profile or the machine's role. */
  readonly credentials: S3Credentials | undefined;
}

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Finds the S3-compatible service in LanceDB's storage options and environment, under LanceDB's names; `undefined` for
 * Amazon's own.
 */
export function findS3Location(
  { bucket, prefix }: StorageAddress & { readonly kind: 'objects' },
  storageOptions: Settings,
  environment: Settings,
): S3Location | undefined {
  const options = Object.fromEntries(
    Object.entries(storageOptions).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const setting = (name: string, ...variables: readonly string[]): string | undefined =>
    [options[name], options[`aws_${name}`], ...variables.map((variable) => environment[variable])].find(
      (value) => value !== undefined && value !== '',
    );
  const endpoint =
    setting('endpoint', 'AWS_ENDPOINT', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3') ?? options['endpoint_url'];
  if (endpoint === undefined) return undefined;
  const isVirtualHosted = setting('virtual_hosted_style_request', 'AWS_VIRTUAL_HOSTED_STYLE_REQUEST') === 'true';
  const path = [...(isVirtualHosted ? [] : [bucket]), ...prefix.split('/')].filter((part) => part !== '');
  const accessKeyId = setting('access_key_id', 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = setting('secret_access_key', 'AWS_SECRET_ACCESS_KEY');
  return {
    url: new URL(`${endpoint.replace(/\/+$/u, '')}/${path.map(encodeURIComponent).join('/')}`),
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : {
            accessKeyId,
            secretAccessKey,
            sessionToken: setting('session_token', 'AWS_SESSION_TOKEN') ?? options['token'],
            region: setting('region', 'AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1',
          },
  };
}

/** Address of an object, by its path within the folder of tables. */
export function objectUrl({ url }: S3Location, path: string): URL {
  return new URL(`${url.href.replace(/\/+$/u, '')}/${path.split('/').map(encodeURIComponent).join('/')}`);
}
