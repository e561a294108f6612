import { createHmac } from 'node:crypto';

import {
  type IClock,
  LicenseRequiredError,
  type LicenseTier,
  licenseTiers,
  tierIncludes,
} from '@lexichord/abstractions';
import { ManualClock } from '@lexichord/testing';
import fc from 'fast-check';
import { SignJWT, calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair } from 'jose';

import { developmentLicense } from './development-license.js';
import type { LicensePublicKey } from './license-key.js';
import { findLicenseTier, unlicensed, verifyLicense } from './verify-license.js';

const now = Date.UTC(2026, 5, 1);
const seconds = now / 1000;
const clock: IClock = { now: () => now, monotonicMs: () => 0, startTimer: () => () => undefined };

async function anIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid, ...header }).sign(privateKey);
  return { publicKey: jwk as LicensePublicKey, spki: await exportSPKI(publicKey), kid, sign };
}

/** Of which the wall clock can be set. */
class MovableClock extends ManualClock {
  private setBackMs = 0;

  constructor() {
    super(now);
  }

  override now(): number {
    return super.now() - this.setBackMs;
  }

  setBack(milliseconds: number): void {
    this.setBackMs += milliseconds;
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const parts = (token: string) => token.split('.') as [string, string, string];

describe('verifyLicense', () => {
  let issuer: Awaited<ReturnType<typeof anIssuer>>;
  let teamsToken: string;

  beforeAll(async () => {
    issuer = await anIssuer();
    teamsToken = await issuer.sign({ tier: 'Teams', sub: 'Ada', iat: seconds, exp: seconds + 60 });
  });

  const verify = (token: string | undefined, lowerTo?: LicenseTier) =>
    verifyLicense({ publicKey: issuer.publicKey, token, clock, lowerTo });

  it('grants the tier of a signed token and tells its holder and expiry', async () => {
    const license = await verify(` ${teamsToken}\n`);

    expect(license.info).toEqual({
      tier: 'Teams',
      grantedTier: 'Teams',
      status: 'valid',
      message: 'The licence of "Ada" grants the Teams tier until 2026-06-01T00:01:00.000Z.',
      holder: 'Ada',
      expiresAt: '2026-06-01T00:01:00.000Z',
      expiryWarning: expect.stringContaining('expires within a day') as string,
    });
  });

  it('takes the key as SPKI in PEM too', async () => {
    const license = await verifyLicense({ publicKey: issuer.spki, token: teamsToken, clock });

    expect(license.tier).toBe('Teams');
  });

  it.each(licenseTiers)('answers allows and require for tier %s by the order of tiers (SBD-072 §1.4)', async (tier) => {
    const license = await verify(await issuer.sign({ tier }));

    for (const required of licenseTiers) {
      expect(license.allows(required)).toBe(tierIncludes(tier, required));
      const ask = () => license.require(required, 'This command');
      if (tierIncludes(tier, required)) expect(ask).not.toThrow();
      else expect(ask).toThrow(LicenseRequiredError);
    }
  });

  it('is Core without a licence', async () => {
    expect((await verify(undefined)).info).toEqual(unlicensed().info);
    expect((await verify('  ')).info).toMatchObject({ tier: 'Core', status: 'none' });
  });

  it('lowers the tier when asked, and never raises it', async () => {
    const lowered = await verify(teamsToken, 'WriterPro');
    const raised = await verify(teamsToken, 'Enterprise');
    const core = await verify(undefined, 'Enterprise');

    expect(lowered.info).toMatchObject({ tier: 'WriterPro', grantedTier: 'Teams', status: 'valid' });
    expect(lowered.info.message).toContain('lowered to WriterPro');
    expect(raised.tier).toBe('Teams');
    expect(core.tier).toBe('Core');
  });

  it('says expired from the very second of expiry, and whose licence it was', async () => {
    const license = await verify(await issuer.sign({ tier: 'Teams', holder: 'Ada', exp: seconds }));

    expect(license.info).toMatchObject({ tier: 'Core', grantedTier: 'Core', status: 'expired', holder: 'Ada' });
    expect(license.info.message).toContain('expired on 2026-06-01T00:00:00.000Z');
  });

  describe('of a process that goes on', () => {
    const day = 24 * 60 * 60 * 1_000;

    async function aRunningLicense(days: number) {
      const time = new MovableClock();
      const token = await issuer.sign({ tier: 'Teams', holder: 'Ada', exp: seconds + days * 86_400 });
      return { time, license: await verifyLicense({ publicKey: issuer.publicKey, token, clock: time }) };
    }

    it('says expired from the very moment of expiry', async () => {
      const { time, license } = await aRunningLicense(30);
      time.advance(30 * day - 1);
      const before = [license.tier, license.allows('WriterPro'), license.info.status];
      time.advance(1);

      expect(before).toEqual(['Teams', true, 'valid']);
      expect([license.tier, license.allows('WriterPro')]).toEqual(['Core', false]);
      expect(license.info).toMatchObject({ tier: 'Core', grantedTier: 'Core', status: 'expired', holder: 'Ada' });
      expect(() => license.require('WriterPro', 'This')).toThrow(LicenseRequiredError);
    });

    it('says in the last fourteen days how many are left, and before that nothing', async () => {
      const { time, license } = await aRunningLicense(15);
      const warnings = [license.info.expiryWarning];
      for (const step of [day, 12.5 * day, day]) {
        time.advance(step);
        warnings.push(license.info.expiryWarning);
      }

      const until = 'on 2026-06-16T00:00:00.000Z; from then on the Core tier is in force. Renew it.';
      expect(warnings).toEqual([
        undefined,
        `The licence of "Ada" expires in 14 days, ${until}`,
        `The licence of "Ada" expires in 2 days, ${until}`,
        `The licence of "Ada" expires within a day, ${until}`,
      ]);
    });

    it('lasts no longer when the clock is set back', async () => {
      const { time, license } = await aRunningLicense(1);
      time.advance(day / 2);
      time.setBack(10 * day);
      time.advance(day / 2);

      expect(license.info.status).toBe('expired');
    });

    it('never raises what it was lowered to', async () => {
      const time = new MovableClock();
      const token = await issuer.sign({ tier: 'Teams', exp: seconds + 86_400 });
      const { publicKey } = issuer;
      const license = await verifyLicense({ publicKey, token, clock: time, lowerTo: 'WriterPro' });
      time.advance(day);

      expect(license.tier).toBe('Core');
    });
  });

  it('says not yet valid before its first second', async () => {
    const license = await verify(await issuer.sign({ tier: 'Teams', nbf: seconds + 1 }));

    expect(license.info).toMatchObject({ tier: 'Core', status: 'not-yet-valid' });
    expect(license.info.message).toContain('only from 2026-06-01T00:00:01.000Z');
  });

  it('says wrong key for a token of another issuer', async () => {
    const other = await anIssuer();

    const license = await verify(await other.sign({ tier: 'Enterprise' }));

    expect(license.info).toMatchObject({ tier: 'Core', status: 'wrong-key' });
  });

  it.each<[string, (token: string) => string | Promise<string>]>([
    [
      'a raised tier',
      (t) => [parts(t)[0], encode({ ...decode(parts(t)[1]), tier: 'Enterprise' }), parts(t)[2]].join('.'),
    ],
    ['a later expiry', (t) => [parts(t)[0], encode({ ...decode(parts(t)[1]), exp: 9e9 }), parts(t)[2]].join('.')],
    ['no expiry', (t) => [parts(t)[0], encode({ tier: 'Teams' }), parts(t)[2]].join('.')],
    ['a stripped signature', (t) => `${parts(t)[0]}.${parts(t)[1]}.`],
    ['a changed header', (t) => [encode({ ...decode(parts(t)[0]), typ: 'JWT' }), parts(t)[1], parts(t)[2]].join('.')],
    [
      "another key's signature under our key id",
      async (t) => (await anIssuer()).sign(decode(parts(t)[1]), { kid: issuer.kid }),
    ],
    [
      "another key's signature without a key id",
      async (t) => (await anIssuer()).sign(decode(parts(t)[1]), { kid: undefined }),
    ],
  ])('says tampered for %s', async (_what, tamper) => {
    const license = await verify(await tamper(teamsToken));

    expect(license.info).toMatchObject({ tier: 'Core', grantedTier: 'Core', status: 'tampered', holder: undefined });
  });

  it.each<[string, () => string]>([
    ['none', () => `${encode({ alg: 'none' })}.${encode({ tier: 'Enterprise' })}.`],
    ['none in other case', () => `${encode({ alg: 'nOnE', kid: issuer.kid })}.${encode({ tier: 'Enterprise' })}.`],
    ['missing', () => `${encode({ kid: issuer.kid })}.${encode({ tier: 'Enterprise' })}.AAAA`],
    [
      'HS256 with the public key as its secret',
      () => {
        const signed = `${encode({ alg: 'HS256', kid: issuer.kid })}.${encode({ tier: 'Enterprise' })}`;
        return `${signed}.${createHmac('sha256', issuer.spki).update(signed).digest('base64url')}`;
      },
    ],
  ])('says wrong algorithm for %s', async (_what, forge) => {
    expect((await verify(forge())).info).toMatchObject({ tier: 'Core', status: 'wrong-algorithm' });
  });

  it.each<[string, () => string | Promise<string>]>([
    ['text', () => 'not a licence'],
    ['two parts', () => parts(teamsToken).slice(0, 2).join('.')],
    ['a header that is no JSON', () => `AAAA.${parts(teamsToken)[1]}.${parts(teamsToken)[2]}`],
    ['16 KB and more', () => teamsToken + 'A'.repeat(17_000)],
    ['an unknown tier', () => issuer.sign({ tier: 'Ultimate' })],
    ['a tier in other case', () => issuer.sign({ tier: 'enterprise' })],
    ['a tier of the prototype', () => issuer.sign({ tier: '__proto__' })],
    ['no tier', () => issuer.sign({ sub: 'Ada' })],
    ['an expiry that is no number', () => issuer.sign({ tier: 'Teams', exp: 'never' })],
    ['a critical header that nobody knows', () => forgeCritical()],
  ])('says malformed for %s', async (_what, make) => {
    expect((await verify(await make())).info).toMatchObject({ tier: 'Core', status: 'malformed' });
  });

  function forgeCritical(): string {
    return `${encode({ alg: 'EdDSA', kid: issuer.kid, crit: ['x'], x: 1 })}.${encode({ tier: 'Teams' })}.AAAA`;
  }

  it('checks issuer and audience when the host names them', async () => {
    const token = await issuer.sign({ tier: 'Teams', iss: 'shop', aud: 'editor' });
    const ask = (audience: string) =>
      verifyLicense({ publicKey: issuer.publicKey, token, clock, issuer: 'shop', audience });

    expect((await ask('editor')).info.status).toBe('valid');
    expect((await ask('other')).info).toMatchObject({ tier: 'Core', status: 'malformed' });
  });

  it('never grants more than was signed, whatever is changed in the token', async () => {
    const { length } = teamsToken;
    const alphabet = fc.constantFrom(...Array.from('ABCxyz019-_.='));

    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), alphabet, async (at, character) => {
        const altered = teamsToken.slice(0, at) + character + teamsToken.slice(at + 1);
        const license = await verify(altered);
        expect(tierIncludes('Teams', license.tier)).toBe(true);
        if (license.info.status !== 'valid') expect(license.tier).toBe('Core');
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, LicensePublicKey]>([
    ['nothing', ''],
    ['a symmetric key', { kty: 'oct', crv: '', x: 'AAAA' }],
    ['a key of another curve', { kty: 'OKP', crv: 'X25519', x: '_rImug4s7lj0Flp-ZINO2Lz8RAoil7UlcttRO6ANlCk' }],
  ])('tells a host that was built with %s', async (_what, publicKey) => {
    await expect(verifyLicense({ publicKey, token: teamsToken, clock })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});

describe('developmentLicense', () => {
  it('is Enterprise without expiry', async () => {
    const license = await verifyLicense({ ...developmentLicense, clock });

    expect(license.info).toMatchObject({ tier: 'Enterprise', status: 'valid', holder: 'Lexichord development' });
    expect(license.info.expiresAt).toBeUndefined();
  });

  it('holds a public key alone', () => {
    expect(Object.keys(developmentLicense.publicKey).sort()).toEqual(['crv', 'kty', 'x']);
  });
});

describe('findLicenseTier', () => {
  it.each([
    ['teams', 'Teams'],
    ['WRITERPRO', 'WriterPro'],
    ['gold', undefined],
  ])('%s is %s', (name, tier) => {
    expect(findLicenseTier(name)).toBe(tier);
  });
});
