import { type Booking, overlaps } from './bookings.js';
import { type Minute, openingHoursOn } from './opening-hours.js';

/** A slot begins every so many minutes. */
const step = 15;

/**
 * The times at which somebody can still sit down for a cut of this length, earliest first. A slot must end before the
 * shop closes, and nobody else may be in the chair.
 */
export function freeSlots(dayOfWeek: number, minutes: number, booked: readonly Booking[]): readonly Minute[] {
  const hours = openingHoursOn(dayOfWeek);
  if (hours === undefined) return [];
  const slots: Minute[] = [];
  for (let start = hours.opens; start < hours.closes; start += step) {
    const wanted = { start, minutes };
    if (!booked.some((booking) => overlaps(booking, wanted))) slots.push(start);
  }
  return slots;
}

/** The first free time of a day, as people read it. */
export function firstFreeTime(dayOfWeek: number, minutes: number, booked: readonly Booking[]): string | undefined {
  const [first] = freeSlots(dayOfWeek, minutes, booked);
  if (first === undefined) return undefined;
  const hour = String(Math.floor(first / 60)).padStart(2, '0');
  return `${hour}:${String(first % 60).padStart(2, '0')}`;
}
