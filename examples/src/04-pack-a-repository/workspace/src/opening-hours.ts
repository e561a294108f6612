/** Minutes since midnight. */
export type Minute = number;

/** When the shop is open on a day; `undefined` when it is closed. */
export interface OpeningHours {
  readonly opens: Minute;
  /** Nobody may still be in the chair then. */
  readonly closes: Minute;
}

const weekday: OpeningHours = { opens: 9 * 60, closes: 18 * 60 };
const saturday: OpeningHours = { opens: 10 * 60, closes: 14 * 60 };

/** The hours of a day of the week, 0 for Sunday. */
export function openingHoursOn(dayOfWeek: number): OpeningHours | undefined {
  if (dayOfWeek === 0) return undefined;
  return dayOfWeek === 6 ? saturday : weekday;
}
