const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The reader's own time of day, `14:03:07`, with the date in front of it when that is not the day of `now`. Empty for
 * what is no time.
 *
 * @param iso ISO 8601
 */
export function clockTime(iso: string, now: Date): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  if (time.toDateString() === now.toDateString()) return clock;
  return `${String(time.getDate())} ${months[time.getMonth()] ?? ''} ${clock}`;
}

function twoDigits(amount: number): string {
  return String(amount).padStart(2, '0');
}
