/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of the first of the fields that has one that is not empty. */
export function firstText(record: JsonRecord, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The value of the first of the fields that is there and not null. */
export function firstValue(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
