/** Whether a value is an object with named fields. A copy: `@lexichord/platform` has to stay out of a browser. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
