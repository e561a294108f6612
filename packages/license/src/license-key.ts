import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { CryptoKey, JWK, exportJWK } from 'jose';

/** An Ed25519 public key: a JWK, or an SPKI in PEM (`-----BEGIN PUBLIC KEY-----`). */
export type LicensePublicKey = string | { readonly kty: string; readonly crv: string; readonly x: string };

/** A public key that is ready for verification. */
export interface ImportedLicenseKey {
  readonly key: Parameters<typeof exportJWK>[0];
  /** RFC 7638 thumbprint; a token identifies its signing key by it. */
  readonly keyId: string;
}

/**
 * Imports the public key of a host.
 *
 * @throws {LexichordError} `invalid-argument` if it is not an Ed25519 public key: an error of the host, not of its user
 */
export async function importLicenseKey(publicKey: LicensePublicKey): Promise<ImportedLicenseKey> {
  const { calculateJwkThumbprint } = await import('jose/jwk/thumbprint');
  const { importJWK, importSPKI } = await import('jose/key/import');
  try {
    const jwk =
      typeof publicKey === 'string' ? await toJwk(await importSPKI(publicKey, 'EdDSA', extractable)) : publicKey;
    // Only the three public members, so that a private key passed by mistake is not kept.
    const publicJwk: JWK = { kty: jwk.kty ?? '', crv: jwk.crv ?? '', x: jwk.x ?? '' };
    return { key: await importJWK(publicJwk, 'EdDSA'), keyId: await calculateJwkThumbprint(publicJwk) };
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      'The licence key this host was built with is no Ed25519 public key. Pass a JWK with kty "OKP" and crv "Ed25519", or an SPKI in PEM.',
      { cause },
    );
  }
}

async function toJwk(key: CryptoKey): Promise<JWK> {
  const { exportJWK } = await import('jose/key/export');
  return exportJWK(key);
}

const extractable = { extractable: true };
