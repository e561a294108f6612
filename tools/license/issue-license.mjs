/**
 * Issues licences for hosts of Lexichord.
 *
 *   node tools/license/issue-license.mjs new-key <folder>
 *     writes license-key.private.json (keep it secret) and license-key.public.json (compile it into the host)
 *
 *   node tools/license/issue-license.mjs sign --key <private key file> --tier <Core|WriterPro|Teams|Enterprise>
 *       --holder <name> [--days <n>] [--from <ISO date>] [--issuer <text>] [--audience <text>]
 *     prints the token alone on standard output; without --days it does not expire
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';

const tiers = ['Core', 'WriterPro', 'Teams', 'Enterprise'];
const secondsPerDay = 86_400;

const [command, ...rest] = process.argv.slice(2);
if (command === 'new-key' && rest.length === 1) await makeKeyPair(rest[0]);
else if (command === 'sign') await printToken(rest);
else
  fail(
    'Say "new-key <folder>" or "sign --key <file> --tier <tier> --holder <name>"; the head of this file has the rest.',
  );

async function makeKeyPair(folder) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  await mkdir(folder, { recursive: true });
  const privateFile = join(folder, 'license-key.private.json');
  // `wx`: a key pair in use is never overwritten.
  await writeFile(privateFile, toJson(await exportJWK(privateKey)), { mode: 0o600, flag: 'wx' });
  await writeFile(join(folder, 'license-key.public.json'), toJson(await exportJWK(publicKey)), { flag: 'wx' });
  process.stderr.write(`Wrote ${privateFile} (keep it secret, never commit it) and its public half beside it.\n`);
}

async function printToken(args) {
  const { values } = parseArgs({
    args,
    options: {
      key: { type: 'string' },
      tier: { type: 'string' },
      holder: { type: 'string' },
      days: { type: 'string' },
      from: { type: 'string' },
      issuer: { type: 'string' },
      audience: { type: 'string' },
    },
  });
  const { key, tier, holder, days, from, issuer, audience } = values;
  if (key === undefined || holder === undefined) fail('--key and --holder are needed.');
  if (!tiers.includes(tier)) fail(`--tier must be one of ${tiers.join(', ')}.`);
  if (days !== undefined && !(Number(days) > 0)) fail('--days must be a number above 0.');
  const start = from === undefined ? new Date() : new Date(from);
  if (Number.isNaN(start.getTime())) fail('--from must be an ISO date, such as 2026-01-31.');

  const jwk = JSON.parse(await readFile(key, 'utf8'));
  const keyId = await calculateJwkThumbprint({ kty: jwk.kty, crv: jwk.crv, x: jwk.x });
  const token = new SignJWT({ tier, holder }).setProtectedHeader({ alg: 'EdDSA', kid: keyId }).setIssuedAt();
  if (from !== undefined) token.setNotBefore(start);
  if (days !== undefined) token.setExpirationTime(Math.floor(start.getTime() / 1000) + Number(days) * secondsPerDay);
  if (issuer !== undefined) token.setIssuer(issuer);
  if (audience !== undefined) token.setAudience(audience);
  process.stdout.write(`${await token.sign(await importJWK(jwk, 'EdDSA'))}\n`);
}

function toJson(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
