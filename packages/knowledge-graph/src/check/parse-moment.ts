import type { PropertyValue } from '@lexichord/abstractions';

/** A period or a number, comparable with another of its kind. */
export interface Moment {
  readonly kind: 'time' | 'number';
  /** For a time, milliseconds since the Unix epoch; a day, a month or a year lasts until its last millisecond. */
  readonly first: number;
  readonly last: number;
}

/** ISO 8601, to the year, month, day, minute, second or fraction of a second. */
const iso =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})([.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

/**
 * Parses a finite number, or a date or time of ISO 8601. Without a time zone it is UTC.
 *
 * @returns `undefined` for any other value, such as 30 February
 */
export function parseMoment(value: PropertyValue): Moment | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { kind: 'number', first: value, last: value } : undefined;
  }
  const match = typeof value === 'string' ? iso.exec(value) : null;
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const fields = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1), Number(hour ?? 0), Number(minute ?? 0)];
  const local = timeOf([...fields, Number(second ?? 0)]);
  const offset = offsetOf(zone);
  if (local === undefined || offset === undefined) return undefined;
  const first = local - offset + Number(`0${fraction.replace(',', '.')}`) * 1_000;
  if (hour !== undefined) return { kind: 'time', first, last: first };
  return { kind: 'time', first, last: first + lengthOf(fields, { month, day }) - 1 };
}

/** @returns `undefined` for a day or an hour that does not exist */
function timeOf(fields: readonly number[]): number | undefined {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = fields;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second);
  const shown = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  return shown.every((part, index) => part === fields[index]) ? date.getTime() : undefined;
}

/** Offset of a time zone from UTC, in milliseconds; `undefined` if it is invalid. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Length of a day, a month or a year, in milliseconds. */
function lengthOf(
  [year = 0, month = 0]: readonly number[],
  named: { readonly month: string | undefined; readonly day: string | undefined },
): number {
  const dayMs = 86_400_000;
  if (named.day !== undefined) return dayMs;
  const begin = new Date(0);
  const end = new Date(0);
  begin.setUTCFullYear(year, named.month === undefined ? 0 : month, 1);
  if (named.month === undefined) end.setUTCFullYear(year + 1, 0, 1);
  else end.setUTCFullYear(year, month + 1, 1);
  return end.getTime() - begin.getTime();
}
