import { createHmac, timingSafeEqual } from 'node:crypto';

/** Length of the code that a customer reads out at the counter. */
const codeLength = 8;

/** The code for a parcel. It is signed, so that nobody can make one up. */
export function createPickupCode(parcelId: string, key: Buffer): string {
  return createHmac('sha256', key).update(parcelId).digest('hex').slice(0, codeLength);
}

/** Whether the code belongs to the parcel. Takes as long for a wrong code as for a right one. */
export function verifyPickupCode(parcelId: string, code: string, key: Buffer): boolean {
  const expected = Buffer.from(createPickupCode(parcelId, key));
  const given = Buffer.from(code);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
