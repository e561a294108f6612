import type { License } from './verify-license.js';

/**
 * An Enterprise licence without expiry, for developing Lexichord, its examples and its demo host. Its private key was
 * discarded, so the key signs nothing else. A product verifies with its own key pair and does not ship this.
 */
export const developmentLicense: License = Object.freeze({
  publicKey: Object.freeze({ kty: 'OKP', crv: 'Ed25519', x: '_rImug4s7lj0Flp-ZINO2Lz8RAoil7UlcttRO6ANlCk' }),
  token:
    'eyJhbGciOiJFZERTQSIsImtpZCI6IkdlcXBUc3ZCZmxjVlNlWUd4d3R6LWU3SDdzSjlBUk5JQ0ZGamxOaDNSSnMifQ.' +
    'eyJ0aWVyIjoiRW50ZXJwcmlzZSIsImhvbGRlciI6IkxleGljaG9yZCBkZXZlbG9wbWVudCIsImlhdCI6MTc5NTMwMzc4MH0.' +
    'HR-H-evuMBhFaES7wxyAbVs9s1dXhyv8WV4cooXGuUsW5n3xbOnxDNDkzCP4y9_dovUuTWxOBxEBNxSu3GwhAw',
});
