import type { Minute } from './opening-hours.js';

/** Somebody in the chair. */
export interface Booking {
  readonly start: Minute;
  readonly minutes: number;
}

/** Whether two bookings want the chair at the same time. One may begin when the other ends. */
export function overlaps(one: Booking, other: Booking): boolean {
  return one.start < other.start + other.minutes && other.start < one.start + one.minutes;
}

/** Bookings of a day, earliest first, without those that were cancelled. */
export function dayPlan(bookings: readonly Booking[], cancelled: ReadonlySet<Booking>): readonly Booking[] {
  return bookings.filter((booking) => !cancelled.has(booking)).toSorted((a, b) => a.start - b.start);
}
