/** Numbers from 0 up to 1, the same ones on every machine. */
export type Random = () => number;

/** A linear congruential generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One of some things. */
export function pick<T>(random: Random, things: readonly [T, ...(readonly T[])]): T {
  return things[Math.floor(random() * things.length)] ?? things[0];
}

/** A whole number from `from` up to, and without, `to`. */
export function wholeNumber(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from));
}

/** The same things in another order. */
export function shuffled<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ thing }) => thing);
}
