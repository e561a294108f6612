import { isDeepStrictEqual } from 'node:util';

/** Why a vector cannot be compared with that of its text. */
export const vectorOfServer = 'made by an embedding server, which is not asked again';

/** Whether two vectors are the same to the last bit of what is stored of them, which are 32 for each number. */
export function isSameVector(stored: Iterable<number>, expected: Iterable<number>): boolean {
  return isDeepStrictEqual(Float32Array.from(stored), Float32Array.from(expected));
}
