import { timeOf } from '../../view-model/time-of-day.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The reader's own time of day, `14:03:07`, with the date in front of it when that is not the day of `now`. Empty for
 * what is no time.
 *
 * @param iso ISO 8601
 */
export function clockTime(iso: string, now: Date): string {
  const clock = timeOf(iso);
  const time = new Date(iso);
  if (clock === '' || time.toDateString() === now.toDateString()) return clock;
  return `${String(time.getDate())} ${months[time.getMonth()] ?? ''} ${clock}`;
}
