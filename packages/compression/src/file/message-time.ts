/** Latest instant that a `Date` can hold, in milliseconds. */
const maxTimeMs = 8.64e15;
/** Numbers below are seconds: as milliseconds they would be before March 1973. */
const secondsBelow = 1e11;

const isoTime =
  /^(?<year>[0-9]{4}|[+-][0-9]{6})-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?:[Tt ](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,](?<fraction>[0-9]{1,20}))?)?(?: ?(?<zone>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?))?)?$/u;

/** Whether a number can be the time of a message: whole milliseconds that a `Date` can hold. */
export function isTimeMs(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= maxTimeMs;
}

/** Milliseconds since the Unix epoch, from milliseconds or seconds; `undefined` when it is no time. */
export function timeFromNumber(value: number): number | undefined {
  const time = Math.round(Math.abs(value) < secondsBelow ? value * 1_000 : value) + 0;
  return isTimeMs(time) ? time : undefined;
}

/**
 * Milliseconds since the Unix epoch of an ISO 8601 time; `undefined` for any other text. Without a zone it is universal
 * time, since the same file must mean the same on every machine.
 */
export function parseTime(text: string): number | undefined {
  const { year, month, day, hour, minute, second, fraction, zone } = isoTime.exec(text)?.groups ?? {};
  if (year === undefined || year === '-000000') return undefined;
  const [y, mo, d] = [Number(year), Number(month), Number(day)];
  const [h, mi, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const date = new Date(0);
  // `Date.UTC` takes years below 100 for those of the twentieth century.
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return undefined;
  // 24:00 ends a day, and a leap second ends a minute.
  const isEndOfDay = h === 24 && mi === 0 && s === 0;
  if ((h > 23 && !isEndOfDay) || mi > 59 || s > 60) return undefined;
  const offset = zoneMinutes(zone);
  if (offset === undefined) return undefined;
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const time = date.getTime() + ((h * 60 + mi - offset) * 60 + s) * 1_000 + ms;
  return isTimeMs(time) ? time : undefined;
}

/** East of Greenwich. */
function zoneMinutes(zone = 'Z'): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
