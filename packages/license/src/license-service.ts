import {
  type IClock,
  type ILicenseService,
  type LicenseInfo,
  LicenseRequiredError,
  type LicenseTier,
  tierIncludes,
} from '@lexichord/abstractions';

import { expiryWarning } from './license-message.js';

const dayMs = 24 * 60 * 60 * 1_000;

/** Number of days before the expiry from which on a licence has a warning. */
const warningDays = 14;

/** Expiry of a licence, and the state after it. */
export interface LicenseEnd {
  readonly clock: IClock;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAtMs: number;
  /** In force after the expiry. */
  readonly expired: LicenseInfo;
}

/**
 * Answers from a licence that was verified before. Created by `verifyLicense` and `unlicensed`.
 *
 * The signature is verified once and the clock is read with each call, so that a long-running process notices the
 * expiry. Setting the clock back in the meantime does not extend the licence.
 */
export class LicenseService implements ILicenseService {
  private readonly started: { readonly nowMs: number; readonly monotonicMs: number } | undefined;

  constructor(
    private readonly verified: LicenseInfo,
    private readonly end?: LicenseEnd,
  ) {
    if (end !== undefined) this.started = { nowMs: end.clock.now(), monotonicMs: end.clock.monotonicMs() };
  }

  get info(): LicenseInfo {
    const { verified, end } = this;
    const leftMs = this.leftMs();
    if (end === undefined || leftMs > warningDays * dayMs) return verified;
    if (leftMs <= 0) return end.expired;
    return { ...verified, expiryWarning: expiryWarning(verified, Math.ceil(leftMs / dayMs)) };
  }

  get tier(): LicenseTier {
    const isOver = this.end !== undefined && this.leftMs() <= 0;
    return (isOver ? this.end.expired : this.verified).tier;
  }

  allows(required: LicenseTier): boolean {
    return tierIncludes(this.tier, required);
  }

  require(required: LicenseTier, feature: string): void {
    const { tier } = this;
    if (!tierIncludes(tier, required)) throw new LicenseRequiredError(feature, required, tier);
  }

  /** Milliseconds until the expiry; `Infinity` without one. */
  private leftMs(): number {
    const { end, started } = this;
    if (end === undefined || started === undefined) return Infinity;
    const passedMs = end.clock.monotonicMs() - started.monotonicMs;
    return end.expiresAtMs - Math.max(end.clock.now(), started.nowMs + passedMs);
  }
}
