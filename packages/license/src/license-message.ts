import type { LicenseInfo, LicenseTier } from '@lexichord/abstractions';

import type { TokenVerdict } from './verify-token.js';

const ask = 'Ask its issuer for a new one.';

/** One sentence on the licence in force and its problem, if any; a second one on the remedy. */
export function licenseMessage(verdict: TokenVerdict, tier: LicenseTier): string {
  const { expiresAt, validFrom } = verdict;
  switch (verdict.status) {
    case 'valid':
      return validMessage(verdict, tier);
    case 'expired':
      return `The licence${of(verdict)} expired on ${expiresAt ?? 'an unknown day'}, so the Core tier is in force. Renew it, or remove it.`;
    case 'not-yet-valid':
      return `The licence${of(verdict)} is valid only from ${validFrom ?? 'a later day'}, so the Core tier is in force. Wait until then, and check this machine's clock.`;
    case 'tampered':
      return `The licence's signature does not match its content: it was altered or cut after it was signed, so the Core tier is in force. ${ask}`;
    case 'wrong-key':
      return `The licence was signed with a key that this program does not trust, so the Core tier is in force. Use a licence issued for this program.`;
    case 'wrong-algorithm':
      return `The licence is not signed with EdDSA, the only algorithm accepted, so the Core tier is in force. ${ask}`;
    case 'malformed':
      return `The licence cannot be read as one, so the Core tier is in force. Check that it was copied whole, or ask its issuer for a new one.`;
  }
}

/** Message for a host without a licence. */
export const unlicensedMessage =
  'There is no licence, so the Core tier is in force. Set LEXICHORD_LICENSE, or license.file in your own configuration, to use one.';

function validMessage(verdict: TokenVerdict, tier: LicenseTier): string {
  const until = verdict.expiresAt === undefined ? 'without expiry' : `until ${verdict.expiresAt}`;
  const lowered = tier === verdict.tier ? '' : `, lowered to ${tier} for this run`;
  return `The licence${of(verdict)} grants the ${verdict.tier} tier ${until}${lowered}.`;
}

/** @param days from 1; the last one has begun */
export function expiryWarning(license: Pick<LicenseInfo, 'holder' | 'expiresAt'>, days: number): string {
  const left = days === 1 ? 'within a day' : `in ${days} days`;
  return `The licence${of(license)} expires ${left}, on ${license.expiresAt ?? 'an unknown day'}; from then on the Core tier is in force. Renew it.`;
}

function of({ holder }: Pick<LicenseInfo, 'holder'>): string {
  return holder === undefined ? '' : ` of ${JSON.stringify(holder)}`;
}
