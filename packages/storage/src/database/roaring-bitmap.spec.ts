import { emptyRoaringBitmap, isRoaringBitmap } from './roaring-bitmap.js';

const uint16 = (...numbers: readonly number[]): readonly number[] => numbers.flatMap((one) => [one & 0xff, one >> 8]);
const uint32 = (...numbers: readonly number[]): readonly number[] =>
  numbers.flatMap((one) => uint16(one & 0xffff, one >>> 16));

/** 3, 5 and 9; then the even ones of 65,536 to 81,919. */
const arrayAndBitmap = Buffer.from([
  ...uint32(12_346, 2),
  ...uint16(0, 2, 1, 8_191),
  ...uint32(24, 30),
  ...uint16(3, 5, 9),
  ...Array.from({ length: 8_192 }, (_, index) => (index < 2_048 ? 0x55 : 0)),
]);

/** 10 to 14 and 20, as two runs. */
const runs = Buffer.from([...uint16(12_347, 0), 1, ...uint16(0, 5), ...uint16(2, 10, 4, 20, 0)]);

describe('isRoaringBitmap', () => {
  it.each([
    ['nothing', emptyRoaringBitmap],
    ['an array and a bitmap', arrayAndBitmap],
    ['runs', runs],
  ])('knows one of %s', (_what, file) => {
    expect(isRoaringBitmap(file)).toBe(true);
    expect(isRoaringBitmap(file.subarray(0, -1))).toBe(false);
    expect(isRoaringBitmap(Buffer.concat([file, Buffer.alloc(1)]))).toBe(false);
  });

  it.each([
    ['another beginning', 0, 0],
    ['far more parts than there are', 6, 0xff],
    ['parts that do not rise', 12, 0],
    ['another number of numbers in an array', 10, 3],
    ['another number of numbers in a bitmap', 14, 0xfe],
    ['a part elsewhere', 20, 0xff],
    ['an array that does not rise', 26, 3],
    ['another bitmap', 40, 0x54],
  ])('refuses one with %s', (_what, position, value) => {
    const changed = Buffer.from(arrayAndBitmap);
    changed[position] = value;

    expect(isRoaringBitmap(changed)).toBe(false);
  });

  it.each([
    ['more runs than there are', 9, 9],
    ['runs that meet', 15, 14],
    ['a run beyond the last number', 18, 0xff],
    ['a longer run', 13, 5],
  ])('refuses one with %s', (_what, position, value) => {
    const changed = Buffer.from(runs);
    changed[position] = value;

    expect(isRoaringBitmap(changed)).toBe(false);
  });
});
