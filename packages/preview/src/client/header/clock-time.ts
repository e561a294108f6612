import { timeOf } from '../../view-model/time-of-day.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The reader's local time of day, `14:03:07`, with the date before it if that is not the day of `now`. Empty for an
 * invalid time.
 *
 * @param iso ISO 8601
 */
export function clockTime(iso: string, now: Date): string {
  const clock = timeOf(iso);
  const time = new Date(iso);
  if (clock === '' || time.toDateString() === now.toDateString()) return clock;
  return `${String(time.getDate())} ${months[time.getMonth()] ?? ''} ${clock}`;
}
