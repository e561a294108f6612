/** Size of the memory for the query, in bytes: 16-bit factors of up to 8,192 columns. */
export const queryBytes = 16_384;

/** Size of the memory for the numbers of rows, in bytes. */
export const rowBytes = 1_048_576;

/** Additional bytes, because the load of the last row may extend beyond it. */
const slackBytes = 64;

/** Offsets of the parts of the memory. */
export const memoryLayout = {
  query: 0,
  rows: queryBytes,
  sums: queryBytes + rowBytes + slackBytes,
} as const;

/** Number of 64 KB pages: the sums need up to half the size of the rows, 4 bytes for each 8 bytes of a row. */
export const memoryPages = 25;

/** Columns per step of the loop. */
export const columnsAtOnce = 8;

/**
 * Computes the dot product of the query with each row. A query has a multiple of 8 factors; if the rows have fewer
 * numbers, the remaining factors are 0, and `gap` is the (negative) distance from the end of the query to the end of
 * the row.
 */
export type ComputeDotProducts = (
  query: number,
  rows: number,
  sums: number,
  rowCount: number,
  factorCount: number,
  gap: number,
) => void;

const i32 = 0x7f;
const v128 = 0x7b;
const parameters = { query: 0, rows: 1, sums: 2, rowCount: 3, factorCount: 4, gap: 5 };
const locals = { factor: 6, left: 7, sum: 8 };

const get = (local: number): readonly number[] => [0x20, local];
const set = (local: number): readonly number[] => [0x21, local];
const tee = (local: number): readonly number[] => [0x22, local];
/** Must be below 64, so that it fits into one byte. */
const constant = (value: number): readonly number[] => [0x41, value];
const add = [0x6a];
const subtract = [0x6b];
const loop = [0x03, 0x40];
const repeatIfNotZero = [0x0d, 0];
const end = [0x0b];
const storeI32 = [0x36, 2, 0];
const zeroLanes = [0xfd, 12, ...new Array<number>(16).fill(0)];
const loadVector = [0xfd, 0, 1, 0];
/** Loads 8 bytes as 16-bit lanes. */
const loadBytes = [0xfd, 1, 0, 0];
/** Products of 16-bit lanes, added in pairs: `i32x4.dot_i16x8_s`. */
const dotLanes = [0xfd, 0xba, 1];
const addLanes = [0xfd, 0xae, 1];
const lane = (index: number): readonly number[] => [0xfd, 27, index];

const instructions = [
  ...loop,
  ...[...zeroLanes, ...set(locals.sum)],
  ...[...get(parameters.query), ...set(locals.factor)],
  ...[...get(parameters.factorCount), ...set(locals.left)],
  ...loop,
  ...get(locals.sum),
  ...[...get(parameters.rows), ...loadBytes, ...get(locals.factor), ...loadVector],
  ...[...dotLanes, ...addLanes, ...set(locals.sum)],
  ...[...get(parameters.rows), ...constant(8), ...add, ...set(parameters.rows)],
  ...[...get(locals.factor), ...constant(16), ...add, ...set(locals.factor)],
  ...[...get(locals.left), ...constant(8), ...subtract, ...tee(locals.left), ...repeatIfNotZero],
  ...end,
  ...[...get(parameters.rows), ...get(parameters.gap), ...add, ...set(parameters.rows)],
  ...get(parameters.sums),
  ...[...get(locals.sum), ...lane(0), ...get(locals.sum), ...lane(1), ...add],
  ...[...get(locals.sum), ...lane(2), ...add, ...get(locals.sum), ...lane(3), ...add],
  ...storeI32,
  ...[...get(parameters.sums), ...constant(4), ...add, ...set(parameters.sums)],
  ...[...get(parameters.rowCount), ...constant(1), ...subtract, ...tee(parameters.rowCount), ...repeatIfNotZero],
  ...end,
  ...end,
];

/**
 * Returns a WebAssembly module that imports the memory `host.memory` and exports {@link ComputeDotProducts} as
 * `compute`.
 */
export function dotProductModule(): Uint8Array<ArrayBuffer> {
  const localTypes = [2, 2, i32, 1, v128];
  return Uint8Array.from([
    ...[0x00, ...textOf('asm'), 1, 0, 0, 0],
    // One type: six numbers, no result.
    ...section(1, [1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, ...nameOf('host'), ...nameOf('memory'), 2, 0, memoryPages]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...nameOf('compute'), 0, 0]),
    ...section(10, [1, ...sized([...localTypes, ...instructions])]),
  ]);
}

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...sized(content)];
}

/** @param content fewer than 16,384 bytes */
function sized(content: readonly number[]): readonly number[] {
  const { length } = content;
  return length < 0x80 ? [length, ...content] : [(length & 0x7f) | 0x80, length >> 7, ...content];
}

function nameOf(name: string): readonly number[] {
  return [name.length, ...textOf(name)];
}

function textOf(text: string): readonly number[] {
  return [...Buffer.from(text, 'latin1')];
}
