/**
 * Whether the program differs from that at the start, or cannot be read because it is being installed or removed.
 *
 * @param identity reads it anew
 */
export function isUpdated(startIdentity: string, identity: () => string): boolean {
  try {
    return identity() !== startIdentity;
  } catch {
    return true;
  }
}
