/**
 * Index of the first entry of an ascending list that is not less than `wanted`; the length of the list if all are less.
 */
export function lowerBound<T extends string | number>(list: ArrayLike<T>, wanted: T): number {
  let start = 0;
  let end = list.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((list[middle] as T) < wanted) start = middle + 1;
    else end = middle;
  }
  return start;
}
