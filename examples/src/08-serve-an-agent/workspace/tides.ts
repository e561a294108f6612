/** Hours between two high tides. */
export const tideInterval = 12.42;

/** Hours until the next high tide, given hours since the last one. */
export function hoursToHighTide(sinceLast: number): number {
  return tideInterval - (sinceLast % tideInterval);
}
